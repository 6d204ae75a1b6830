# A value that a fiber gets after its end is dropped, however it has ended and is resumed.
many = 0..200
give = f -> { for i in many { f [i, [i]] }; f () }
is_cancelled = r -> r is Err (Cancelled _)
go_through = f -> { for _ in many { for _ in f { error "nothing is left" } }; list f }

returned = fiber { 1 }
print (returned (), give returned, go_through returned)     # expect: (None, None, [])

yielded = fiber { yield 1; yield 2 }
print (list yielded, give yielded, go_through yielded)      # expect: ([1, 2], None, [])

failed = fiber { yield 1; error "inside" }
print (try (list failed), give failed, go_through failed)   # expect: (Err "inside", None, [])

# Its only caller was cancelled, before the fiber had reached a `yield` and after that.
gate = channel 0
begun = channel 0
left = fiber { yield 0; send begun (); recv gate; yield 1 }
left ()
t = spawn left ()
recv begun
task.cancel t
print (is_cancelled (try (await t)), give left, go_through left)        # expect: (true, None, [])
stubborn = fiber { n = 0; send begun (); try (recv gate); loop { n += 1 } }
t = spawn stubborn ()
recv begun
task.cancel t
print (is_cancelled (try (await t)), give stubborn, go_through stubborn)    # expect: (true, None, [])

# By many tasks at once.
over = fiber { yield 1 }
list over
print (sum (gather (_ -> { if give over == None { 1 } else { 0 } }) many))    # expect: 200

# A fiber of a fiber that has ended, and one that resumes itself as it ends.
inner = fiber { 1 }
inner ()
outer = fiber { for i in many { yield (inner [i]) } }
print (unique (list outer))                                 # expect: [None]
