print "never"
x = "a {} b"    # expect error: \{
