add = x y -> x + y
inc = add 1
print (inc 5)
# expect: 6
print (map (add 10) [1, 2])
# expect: [11, 12]
