c = cell 1
started = channel 0
t = spawn cell.update (n -> { send started (); recv (channel 0); 5 }) c
recv started
task.cancel t
print ((try (await t)) is Err (Cancelled _))                    # expect: true
cell.update (n -> n + 1) c
print (cell.get c)                                              # expect: 2
