add3 = a b c -> a + b + c
print (add3 1 2 3)
# expect: 6
print (add3 (1 + 1) (add3 1 1 1) 5)
# expect: 10
