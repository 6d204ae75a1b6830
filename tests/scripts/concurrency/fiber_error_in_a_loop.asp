f = fiber { yield 1; error "inside" }   # expect error: inside
for x in f { print x }     # expect: 1
