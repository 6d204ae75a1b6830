# The value that the task had got was lost: the error was raised before the value could be given back.
permits = semaphore 0
t = spawn semaphore.with permits (() -> 1)
task.yield ()
semaphore.release permits
task.cancel t
try (await t)
print (semaphore.with permits (() -> "free"))    # expect: free

c = cell 1
cell.take c
t = spawn cell.update (n -> n + 1) c
task.yield ()
cell.put 5 c
task.cancel t
try (await t)
print (cell.get c >= 5)                          # expect: true
