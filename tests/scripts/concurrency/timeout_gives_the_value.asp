print (task.timeout 1000 (() -> 5))                 # expect: 5
print (try (task.timeout 1000 (() -> error "own"))) # expect: Err "own"
