f = [a, ..rest] -> (a, rest)
print (f [1, 2, 3])
# expect: (1, [2, 3])
