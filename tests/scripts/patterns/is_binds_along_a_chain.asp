f = x -> x is Some p and p is (a, b) and a < b
print (map f [Some (1, 2), Some (2, 1), Some 1, None])
# expect: [true, false, false, false]
