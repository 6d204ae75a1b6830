use "./lib/control"
syntax 'three f x y { f x y }
unless = c body -> (c, body)
print (three unless 1 2)
# expect: (1, 2)
