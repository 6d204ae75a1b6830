print "never"
x = "aÿb"    # expect error:
