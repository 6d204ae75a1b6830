name = "x"
print "hello {nmae}"    # expect error: name
