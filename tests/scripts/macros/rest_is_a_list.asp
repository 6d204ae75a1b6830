syntax 'all ..xs { xs }
print (all 1 (1 + 1) [3])
# expect: [1, 2, [3]]
syntax 'between a ..mid 'and_then z { [a, ..mid, z] }
print (between 1 and_then 2, between 1 2 3 and_then 4)
# expect: ([1, 2], [1, 2, 3, 4])
syntax 'none ..xs 'here { (xs, [0, ..xs], len [..xs]) }
print (none here)
# expect: ([], [0], 0)
