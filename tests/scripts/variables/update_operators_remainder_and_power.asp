x = 17
x %= 10
print x
# expect: 7
x **= 3
print x
# expect: 343
