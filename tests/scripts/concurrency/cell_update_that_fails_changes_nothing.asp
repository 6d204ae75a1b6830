c = cell 1
print (try (cell.update (n -> error "no") c))                   # expect: Err "no"
cell.update (n -> n + 1) c
print (cell.get c)                                              # expect: 2
