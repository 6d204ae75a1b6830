make = n -> x -> x + n
add1 = make 1
add5 = make 5
print [add1 10, add5 10]
# expect: [11, 15]
