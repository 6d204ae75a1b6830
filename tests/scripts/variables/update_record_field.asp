r = { name: "Ada", age: 36 }
r.age += 1
r.name = "Grace"
print r
# expect: { name: "Grace", age: 37 }
