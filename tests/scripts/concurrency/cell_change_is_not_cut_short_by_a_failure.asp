# The error of another task of the same parent is raised after the change.
c = cell [1]
begun = channel 0
go_on = channel 0
parent = spawn {
    spawn { recv begun; error "the other" }
    cell.change (xs -> { send begun (); recv go_on; push 2 xs }) c
    recv (channel 0)
}
for i in 0..20 { task.yield () }
send go_on ()
print (try (await parent))              # expect: Err "the other"
print (cell.get c)                      # expect: [1, 2]
