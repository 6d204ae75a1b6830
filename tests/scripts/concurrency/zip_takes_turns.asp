# So endless sources can be zipped with others, and the rest of a source can be read later.
naturals = () -> fiber { n = 0; loop { yield n; n += 1 } }
left = naturals ()
print (zip left "abc")                      # expect: [(0, "a"), (1, "b"), (2, "c")]
print (left ())                             # expect: Some 3
print (zip [] left)                         # expect: []
print (left ())                             # expect: Some 4
ch = channel 0
t = spawn { for c in "abcdef" { task.yield (); send ch c }; close ch }
print (zip ch ch)                           # expect: [("a", "b"), ("c", "d"), ("e", "f")]
two = fiber { yield 1; yield 2 }
right = naturals ()
print (zip two right)                       # expect: [(1, 0), (2, 1)]
print (right ())                            # expect: Some 2
print (try (zip (fiber { yield 1; error "inside" }) right))    # expect: Err "inside"
print ((try (zip right 5)) is Err (TypeError _))    # expect: true
print (right ())                            # expect: Some 4
