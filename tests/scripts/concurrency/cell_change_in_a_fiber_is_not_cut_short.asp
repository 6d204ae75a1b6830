# Cancelling a task ends the fiber that it has resumed, but not in the middle of a change.
c = cell [1]
begun = channel 0
go_on = channel 0
never = channel 0
counting = fiber {
    cell.change (xs -> { send begun (); recv go_on; push 2 xs }) c
    recv never
    yield "never"
}
t = spawn counting ()
recv begun
task.cancel t
for i in 0..20 { task.yield () }
send go_on ()
print ((try (await t)) is Err (Cancelled _))                    # expect: true
print (cell.get c)                                              # expect: [1, 2]

# A fiber that another fiber resumes.
inner = fiber {
    cell.change (xs -> { send begun (); recv go_on; push 3 xs }) c
    recv never
}
outer = fiber { inner () }
t = spawn outer ()
recv begun
task.cancel t
for i in 0..20 { task.yield () }
send go_on ()
print ((try (await t)) is Err (Cancelled _))                    # expect: true
print (cell.get c)                                              # expect: [1, 2, 3]

# The cancel comes right after the change, also if the fiber never yields again.
busy = fiber {
    cell.change (xs -> { send begun (); recv go_on; push 4 xs }) c
    loop { task.yield () }
}
t = spawn busy ()
recv begun
task.cancel t
for i in 0..20 { task.yield () }
send go_on ()
print ((try (await t)) is Err (Cancelled _))                    # expect: true
print (cell.get c)                                              # expect: [1, 2, 3, 4]
