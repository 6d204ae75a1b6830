fs = [x -> x + 1, x -> x * 10]
print (first fs 5)
# expect: 6
print (identity identity 3)
# expect: 3
