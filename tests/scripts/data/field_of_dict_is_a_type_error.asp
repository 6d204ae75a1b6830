d = ["name": 1]
print ((try d.name) is Err (TypeError _))
# expect: true
print d.name         # expect error: TypeError
