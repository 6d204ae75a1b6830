["a": x, "b": [y, .._]] = ["a": 1, "b": [2, 3], "c": 4]
print (x + y)
# expect: 3
