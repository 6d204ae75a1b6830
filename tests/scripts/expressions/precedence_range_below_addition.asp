n = 3
print (list (n - 1..n + 2))
# expect: [2, 3, 4]
print (1 + 1..=2 * 2)
# expect: 2..=4
