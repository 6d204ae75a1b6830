r = try {
    a = 1
    b = a // 0
    print "never"
    b
}
print (r is Err (ArithmeticError _))
# expect: true
