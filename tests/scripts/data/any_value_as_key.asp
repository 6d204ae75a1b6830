d = [:]
for k in [1, 1.5, "a", true, (), [1], (1, 2), { a: 1 }, ["x": 1], Some 1, None, b"b"] { d[k] = show k }
print (len d)
# expect: 12
print d[[1]]
# expect: [1]
print d[{ a: 1 }]
# expect: { a: 1 }
print d[["x": 1]]
# expect: ["x": 1]
print d[Some 1]
# expect: Some 1
