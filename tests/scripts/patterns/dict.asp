f = d -> match d {
    ["type": "user", "name": n] -> "user {n}"
    ["type": t]                 -> "some {t}"
    _                           -> "untyped"
}
print (f ["name": "Ada", "type": "user", "age": 36])
# expect: user Ada
print (f ["type": "job"])
# expect: some job
print (f [:])
# expect: untyped
