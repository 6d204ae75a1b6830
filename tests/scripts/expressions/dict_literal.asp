d = ["a": 1, 2: "b", (1, 2): [3]]
print d
# expect: ["a": 1, 2: "b", (1, 2): [3]]
print [:]
# expect: [:]
print d[(1, 2)]
# expect: [3]
