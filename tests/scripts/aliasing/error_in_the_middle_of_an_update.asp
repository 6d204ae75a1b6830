xs = [1, 2]
r = try { xs[0] = error "no" }
print r
# expect: Err "no"
print xs
# expect: [1, 2]
