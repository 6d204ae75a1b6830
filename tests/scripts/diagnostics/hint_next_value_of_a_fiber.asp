g = fiber { yield 1 }
print (next g)                          # expect error: the next value of a fiber `f` is `f ()`
h = fiber { yield from g }              # expect error: by `for x in e { yield x }`
