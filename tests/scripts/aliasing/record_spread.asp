a = { list: [1], n: 1 }
b = { ..a, n: 2 }
b.list[0] = 9
print [a, b]
# expect: [{ list: [1], n: 1 }, { list: [9], n: 2 }]
a.list[0] = 7
print b
# expect: { list: [9], n: 2 }
