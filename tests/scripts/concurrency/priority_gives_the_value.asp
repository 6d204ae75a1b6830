print (task.priority 5 (() -> 5))                   # expect: 5
print (task.priority -5 (() -> 6))                  # expect: 6
print (try (task.priority 1 (() -> error "p")))     # expect: Err "p"
