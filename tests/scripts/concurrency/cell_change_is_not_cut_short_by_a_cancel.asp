c = cell [1]
begun = channel 0
go_on = channel 0
log = cell []
t = spawn {
    cell.change (xs -> {
        send begun ()
        recv go_on
        task.yield ()
        push 2 xs
    }) c
    cell.update (push "after the change") log
    recv (channel 0)
    cell.update (push "never") log
}
recv begun
task.cancel t
send go_on ()
print ((try (await t)) is Err (Cancelled _))                    # expect: true
print (cell.get c)                                              # expect: [1, 2]
print (cell.get log |> filter (x -> x == "never"))              # expect: []

# It comes right after the change, also if the task never waits.
t = spawn {
    cell.change (xs -> { send begun (); recv go_on; xs }) c
    for i in 0..100 { task.yield () }
    cell.update (push "never") log
}
recv begun
task.cancel t
send go_on ()
print ((try (await t)) is Err (Cancelled _))                    # expect: true
print (cell.get log |> filter (x -> x == "never"))              # expect: []

# A cancel while it waits for the cell leaves the cell as it is.
held = cell.take c
waiting = spawn cell.change (push 3) c
task.yield ()
task.cancel waiting
print ((try (await waiting)) is Err (Cancelled _))              # expect: true
cell.put held c
print (cell.get c)                                              # expect: [1, 2]

# Nested changes of two cells: the cancel comes after the outer one.
d = cell 0
nested = spawn cell.change (xs -> {
    cell.change (n -> n + 1) d
    send begun ()
    recv go_on
    push 4 xs
}) c
recv begun
task.cancel nested
send go_on ()
try (await nested)
print (cell.get c, cell.get d)                                  # expect: ([1, 2, 4], 1)
