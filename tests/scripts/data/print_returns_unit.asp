r = print "x"
# expect: x
print r
# expect: ()
