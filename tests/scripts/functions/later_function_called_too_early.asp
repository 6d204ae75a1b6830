early = () -> later ()    # expect error: later
print "before"
# expect: before
early ()
later = () -> 1
# exit: 1
