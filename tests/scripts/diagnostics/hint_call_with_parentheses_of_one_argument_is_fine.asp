double = x -> x * 2
print(double(4))
# expect: 8
