# Effects of the rounds come in the order of the elements.
each (x -> print "each {x}") (0..5)
# expect: each 0
# expect: each 1
# expect: each 2
# expect: each 3
# expect: each 4
ys = map (x -> { print "map {x}"; x * 2 }) [3, 4, 5]
print ys
# expect: map 3
# expect: map 4
# expect: map 5
# expect: [6, 8, 10]
