print (Some 5)
# expect: Some 5
print (Some (Some 1))
# expect: Some (Some 1)
print (Some -1)
# expect: Some -1
print (Some "a")
# expect: Some "a"
print (Point (1, 2))
# expect: Point (1, 2)
print (Some None)
# expect: Some None
print (Some [Some 1, None])
# expect: Some [Some 1, None]
print (Box { a: 1 })
# expect: Box { a: 1 }
