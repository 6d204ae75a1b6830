t = spawn 1
print [t, spawn 2]                                  # expect: [<task 1>, <task 2>]
print [channel 0, cell 1, fiber { yield 1 }]        # expect: [<channel>, <cell>, <fiber>]
print (semaphore 1)                                 # expect: <semaphore>
