a = b"abc"
b = a
a += b"d"
print [len a, len b]
# expect: [4, 3]
