x = { a: 1 b: 2 }       # expect error: the fields of a record are separated by commas
print x
