a = [1, 2]
b = a
c = b
a[0] = "a"
b[0] = "b"
c[0] = "c"
print [a, b, c]
# expect: [["a", 2], ["b", 2], ["c", 2]]
