f = () -> error "in the task"
t = spawn (f ()) + 1
print (try (await t))      # expect: Err "in the task"
