# One argument is taken out of the record that the call changes; another argument assigns elsewhere.
add = n xs -> push n xs
swap = x y -> (y, x)
r = { a: [1], b: 2 }
p = (1, 2)
r.a = add (len { p.0 = p.1 + len r.a; [p.0] }) r.a
print r                                                 # expect: { a: [1, 1], b: 2 }
print p                                                 # expect: (3, 2)
r.a = add (len { p.0, p.1 = swap p.0 (len r.a); [p.0] }) r.a
print r                                                 # expect: { a: [1, 1, 1], b: 2 }
print p                                                 # expect: (2, 3)
