r = { a: 1 }
print ((try r.b) is Err (KeyError _))
# expect: true
