r = { first_name: "Ada", age: 36 }
print r.frist_name   # expect error: first_name
