c = cell [1, 2]
xs = cell.get c
xs[0] = 9
print (cell.get c)                                              # expect: [1, 2]
cell.set xs c
xs[1] = 9
print (cell.get c)                                              # expect: [9, 2]
