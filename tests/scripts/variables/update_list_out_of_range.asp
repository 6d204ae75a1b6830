xs = [1, 2, 3]
print ((try { xs[3] = 1 }) is Err (IndexError _))
# expect: true
print ((try { xs[-4] = 1 }) is Err (IndexError _))
# expect: true
print xs
# expect: [1, 2, 3]
