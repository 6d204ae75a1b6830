s = "abc"
print ((try { s[0] = "x" }) is Err (TypeError _))
# expect: true
print s
# expect: abc
