print "before"
# expect: before
error "it went wrong"      # expect error: it went wrong
print "never"
# exit: 1
