syntax a 'plus b { a + b }
syntax 'outer a { 2 plus a }
plus = 3
print (outer plus)
# expect: 5
syntax 'call f x y { f x y }
both = a b -> (a, b)
print (call both plus 1)
# expect: (3, 1)
