syntax 'count a { 1 }
syntax 'count a b { 1 + count b }
syntax 'count a b c { 1 + count b c }
print [count x, count x y, count x y z]
# expect: [1, 2, 3]
