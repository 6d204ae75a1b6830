print "never"
print undefined_name    # expect error: undefined_name
