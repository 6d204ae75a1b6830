(a, [b, { c }]) = (1, [2, { c: 3 }])
print [a, b, c]
# expect: [1, 2, 3]
Some v = Some 9
print v
# expect: 9
