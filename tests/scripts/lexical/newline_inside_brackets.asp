xs = [
    1,
    2,
    3
]
print xs
# expect: [1, 2, 3]
d = [
    "a": 1,
    "b": 2
]
print d
# expect: ["a": 1, "b": 2]
