print "before"
# expect: before
process.exit 5
print "never"
# exit: 5
