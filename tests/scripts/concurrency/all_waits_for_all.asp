print (task.all [spawn 1, spawn 2, spawn 3])        # expect: [1, 2, 3]
print (task.all [])                                 # expect: []
print (try (task.all [spawn 1, spawn error "x"]))   # expect: Err "x"
