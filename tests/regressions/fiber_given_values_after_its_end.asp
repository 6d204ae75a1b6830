# Each of these values was written past the place for one that a fiber has.
g = fiber { 1 }
g ()
for i in 0..100000 { if g [i, i] != None { print "a value" } }
for i in 0..100000 { for v in g { print v } }
print "END"     # expect: END
