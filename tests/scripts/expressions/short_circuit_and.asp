t = v -> { print "evaluated"; v }
print (false and t true)
# expect: false
print (true and t false)
# expect: evaluated
# expect: false
