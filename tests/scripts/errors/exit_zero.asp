exit 0
print "never"
# exit: 0
