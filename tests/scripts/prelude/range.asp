print (list (range 0 10 5))
# expect: [0, 5]
print (map (x -> x * x) (range 3 0 -1))
# expect: [9, 4, 1]
