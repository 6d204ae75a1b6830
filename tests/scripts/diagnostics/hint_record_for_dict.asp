user = { name: "Ada" }
print (keys user)       # expect error: `dict r` is a dict of a record's fields
