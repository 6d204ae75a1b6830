for x in range 10 0 -4 { print x }
# expect: 10
# expect: 6
# expect: 2
