if ({ a: 1 } == { a: 1 }) { print "equal" }
# expect: equal
match ({ a: 1 }) { { a } -> print a }
# expect: 1
for k in ({ [1, 2] }) { print k }
# expect: 1
# expect: 2
