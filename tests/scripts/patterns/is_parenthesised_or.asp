f = v -> v is (1 or 2)
print (map f [1, 2, 3])
# expect: [true, true, false]
