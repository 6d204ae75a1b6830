print "never"
print (1 + unknown_name)     # expect error: unknown_name
# exit: 2
