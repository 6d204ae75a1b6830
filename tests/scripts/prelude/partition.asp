print (partition (x -> x % 2 == 0) [1, 2, 3, 4])
# expect: ([2, 4], [1, 3])
yes, no = partition (x -> x > 5) (0..3)
print [yes, no]
# expect: [[], [0, 1, 2]]
