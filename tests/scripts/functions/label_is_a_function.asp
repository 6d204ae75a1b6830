print (map Some [1, 2])
# expect: [Some 1, Some 2]
wrap = Point
print (wrap (1, 2))
# expect: Point (1, 2)
print ((compose Some Some) 1)
# expect: Some (Some 1)
