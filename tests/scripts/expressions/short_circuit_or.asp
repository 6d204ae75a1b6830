t = v -> { print "evaluated"; v }
print (true or t false)
# expect: true
print (false or t true)
# expect: evaluated
# expect: true
