syntax 'apply f ..xs { f xs }
add = a b -> a + b
print (apply add 1 2, apply (a b c -> [a, b, c]) 1 2 3)
# expect: (3, [1, 2, 3])
syntax 'do_all ..blocks { blocks }
do_all { print "a" } { print "b" }
# expect: a
# expect: b
