r = try exit 4
print "never"
# exit: 4
