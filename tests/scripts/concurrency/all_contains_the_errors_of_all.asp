# Several tasks fail: the first error in the list is caught, and none comes later.
failed = try (task.all [spawn 1, spawn error "x", spawn error "y"])
print (failed is Err _)             # expect: true
sleep 0.01
# The others are cancelled, and have ended.
ended = channel 1
begun = channel 0
never = channel 0
waits = () -> {
    result = try { send begun (); recv never }
    if result is Err (Cancelled _) { send ended "cancelled" }
}
fails = () -> { recv begun; error "z" }
print (try (task.all [spawn waits (), spawn fails ()]))     # expect: Err "z"
print (recv ended)                  # expect: Some "cancelled"
print (task.all [spawn 1, spawn 2]) # expect: [1, 2]
# Tasks that come from a fiber.
tasks = fiber { yield spawn 1; yield spawn error "x"; yield spawn error "y" }
print ((try (task.all tasks)) is Err _)     # expect: true
sleep 0.01
tasks = fiber { for i in 0..3 { yield spawn (() -> i * i) () } }
print (task.all tasks)              # expect: [0, 1, 4]
# What is no task.
match try (task.all [spawn 1, 2]) { Err (TypeError e) -> print e.message }  # expect: task.join: t must be a Task, not 2, an Int
