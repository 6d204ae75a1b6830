print "bye"
# expect: bye
exit 3
print "never"
# exit: 3
