c = cell 1
print ((try (cell.change (n -> n + cell.get c) c)) is Err (Deadlock _))   # expect: true
cell.set 1 c
n = cell.take c
cell.get c                                                      # expect error: Deadlock
