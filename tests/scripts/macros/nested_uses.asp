syntax 'unless c body { if c { } else { body } }
syntax a 'swap b { tmp = a; a = b; b = tmp }
syntax 'sort2 a b { unless (a <= b) { a swap b } }
tmp = 5
c = 3
sort2 tmp c
print (tmp, c)
# expect: (3, 5)
unless false { unless false { print "inner" } }
# expect: inner
