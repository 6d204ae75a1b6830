xs = [1, 2, 3]
print ((try { xs["a"] = 1 }) is Err (TypeError _))
# expect: true
print ((try { xs[1.5] = 1 }) is Err (TypeError _))
# expect: true
