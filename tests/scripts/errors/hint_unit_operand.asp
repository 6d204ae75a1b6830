# `print "a" + 1` means `(print "a") + 1`.
print "a" + 1      # expect error: cannot add Unit and Int
# expect: a
