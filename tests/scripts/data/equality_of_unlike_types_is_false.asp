print [1 == "1", [] == (), (1, 2) == [1, 2], "a" == b"a"]
# expect: [false, false, false, false]
print [None == Some 1, Some 1 == Just 1, true == 1, { a: 1 } == ["a": 1]]
# expect: [false, false, false, false]
print (len == 5)
# expect: false
