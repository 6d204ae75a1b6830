c = cell 1
cell.update (n -> { print (cell.get c); n + 1 }) c              # expect: 1
print (cell.get c)                                              # expect: 2
