print [min [3, 1, 2], max [3, 1, 2], min ["b", "a"], max (1..=9)]
# expect: [1, 3, "a", 9]
print [max [1, 2.5], min [-1, -2]]
# expect: [2.5, -2]
