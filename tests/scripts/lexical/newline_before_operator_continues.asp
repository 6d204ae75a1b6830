x = 10
    + 5
    * 2
print x
# expect: 20
y = true
    and false
    or true
print y
# expect: true
