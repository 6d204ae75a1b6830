never = () -> recv (channel 0)
print (task.race [never, () -> 5, never])           # expect: 5
print (try (task.race [never, () -> error "first"]))    # expect: Err "first"
print (task.race [() -> 7])                         # expect: 7
