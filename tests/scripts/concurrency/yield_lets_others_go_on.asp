flag = cell false
t = spawn cell.set true flag
while not (cell.get flag) { task.yield () }
print "seen"               # expect: seen
