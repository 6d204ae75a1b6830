source = () -> { print "source"; [1, 2] }
for x in source () { print x }
# expect: source
# expect: 1
# expect: 2
