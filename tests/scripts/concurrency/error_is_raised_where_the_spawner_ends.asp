f = () -> error "lost"     # expect error: lost
t = spawn f ()
print "printed"            # expect: printed
