syntax 'a0 x { x + x + x + x + x + x + x + x }
syntax 'a1 x { a0 (a0 (a0 x)) }
syntax 'a2 x { a1 (a1 (a1 x)) }
print (a2 1) # expect error: the macros of this program expand to more than 4 MiB
