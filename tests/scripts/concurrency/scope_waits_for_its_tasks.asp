log = cell []
v = task.scope (() -> {
    spawn { for i in 0..100 { task.yield () }; cell.update (push "inner") log }
    5
})
print (v, cell.get log)                             # expect: (5, ["inner"])
print (try (task.scope (() -> { spawn error "in scope"; 5 })))      # expect: Err "in scope"
