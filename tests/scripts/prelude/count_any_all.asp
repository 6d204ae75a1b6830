print (count (x -> x > 1) [1, 2, 3])
# expect: 2
print [any (x -> x > 2) [1, 2, 3], any (x -> x > 5) [1], any (x -> true) []]
# expect: [true, false, false]
print [all (x -> x > 0) [1, 2], all (x -> x > 1) [1, 2], all (x -> false) []]
# expect: [true, false, true]
