print (identity [1])
# expect: [1]
f = compose (x -> x + 1) (x -> x * 10)
print (f 5)
# expect: 51
