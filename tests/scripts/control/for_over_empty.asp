for x in [] { print "never" }
for x in 3..1 { print "never" }
print "done"
# expect: done
