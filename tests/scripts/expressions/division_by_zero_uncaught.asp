print "before"
# expect: before
x = 0
print (1 / x)     # expect error: ArithmeticError
