r = { name: "Ada" }
print ((try { r.age = 36 }) is Err (KeyError _))
# expect: true
print r
# expect: { name: "Ada" }
