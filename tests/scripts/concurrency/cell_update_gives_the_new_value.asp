c = cell 1
print (cell.update (n -> n + 1) c)                              # expect: 2
# So each task has a number of its own.
print (sort (gather (_ -> cell.update (n -> n + 1) c) (0..100)) == list (3..103))       # expect: true
