words = ["bb", "a", "cc", "d", "ee"]
print (sort_by len words)
# expect: ["a", "d", "bb", "cc", "ee"]
print (sort_by (x -> -x) [1, 3, 2])
# expect: [3, 2, 1]
