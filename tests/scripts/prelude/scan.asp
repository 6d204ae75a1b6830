print (scan 0 (acc x -> acc + x) [1, 2, 3])
# expect: [0, 1, 3, 6]
print (scan 5 (acc x -> acc * x) [])
# expect: [5]
