c = cell [1]
print (try (cell.change (xs -> error (Mine xs)) c))             # expect: Err (Mine [1])
for f in [cell.get, cell.take, cell.update (x -> x), cell.change (x -> x), cell.hold] {
    print ((try (f c)) is Err (Broken _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
cell.set [2] c
cell.change (push 3) c
print (cell.get c)                                              # expect: [2, 3]

# Those that wait for the change learn of it, up to the one that gives the cell a value again.
begun = channel 0
go_on = channel 0
failing = spawn (try (cell.change (_ -> { send begun (); recv go_on; error "no" }) c))
recv begun
first = spawn (try (cell.get c))
second = spawn (try (cell.change (push 4) c))
send go_on ()
print (await failing)                                           # expect: Err "no"
is_broken = r -> r is Err (Broken _)
print (is_broken (await first), is_broken (await second))       # expect: (true, true)
cell.set [] c
cell.update (push 5) c
print (cell.get c)                                              # expect: [5]
