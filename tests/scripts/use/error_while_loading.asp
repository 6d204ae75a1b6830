use "./lib/fails"
print "never"
# expect: before the failure
# exit: 1
