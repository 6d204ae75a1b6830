f = n -> 1 + f (n + 1)
print ((try (f 0)) is Err (StackOverflow _))
# expect: true
print "goes on"
# expect: goes on
