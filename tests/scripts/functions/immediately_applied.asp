print ((x y -> x * y) 6 7)
# expect: 42
print ((x -> y -> x - y) 10 3)
# expect: 7
