print (merge ["a": 1, "b": 2] ["b": 9, "c": 3])
# expect: ["a": 1, "b": 9, "c": 3]
