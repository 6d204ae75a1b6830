eprint "to standard error"
print "to standard output"
# expect: to standard output
error "x"                     # expect error: x
