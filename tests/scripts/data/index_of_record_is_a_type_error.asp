r = { name: 1 }
print ((try r["name"]) is Err (TypeError _))
# expect: true
print r["name"]      # expect error: TypeError
