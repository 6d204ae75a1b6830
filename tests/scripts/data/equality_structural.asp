print ([1, [2, "a"]] == [1, [2, "a"]])
# expect: true
print ((1, 2) == (1, 2))
# expect: true
print (Some [1] == Some [1])
# expect: true
print ({ a: [1] } == { a: [1] })
# expect: true
print ([1, 2] == [1, 3])
# expect: false
print ([1] == [1, 1])
# expect: false
