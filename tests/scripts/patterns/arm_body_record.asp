f = v -> match v { n -> { value: n, double: n * 2 } }
print (f 4)
# expect: { value: 4, double: 8 }
