log = cell []
gather (n -> { sleep (n / 25); cell.update (push n) log }) [3, 1, 2]
print (cell.get log)       # expect: [1, 2, 3]
