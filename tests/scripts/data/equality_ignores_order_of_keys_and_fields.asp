print (["a": 1, "b": 2] == ["b": 2, "a": 1])
# expect: true
print ({ a: 1, b: 2 } == { b: 2, a: 1 })
# expect: true
print (["a": 1] == ["a": 2])
# expect: false
print ({ a: 1 } == { a: 1, b: 2 })
# expect: false
