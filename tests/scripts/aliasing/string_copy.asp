a = "abc"
b = a
a += "d"
print a
# expect: abcd
print b
# expect: abc
