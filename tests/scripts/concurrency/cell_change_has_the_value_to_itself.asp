# A reader sees the value before or after a change, never in between, and waits for the end of one that goes on.
c = cell [1, 2]
begun = channel 0
go_on = channel 0
changing = spawn cell.change (xs -> {
    send begun ()
    recv go_on
    push 3 xs
}) c
recv begun
reading = spawn cell.get c
updating = spawn cell.update (push 4) c
setting = spawn cell.change (push 5) c
send go_on ()
print (await reading |> len |> (n -> n >= 3))                   # expect: true
for t in [changing, updating, setting] { await t }
print (cell.get c |> sort)                                      # expect: [1, 2, 3, 4, 5]
print (cell.change (xs -> len xs) c)                            # expect: ()
print (cell.get c)                                              # expect: 5

# The same with `take` and `put`, by many tasks.
table = cell (dict (0..10 |> map (k -> (k, 0))))
add = k -> {
    d = cell.take table
    d[k % 10] += 1
    task.yield ()
    cell.put d table
    sum (values (cell.get table)) > 0
}
print (gather add (0..1000) |> all (x -> x))                          # expect: true
print (sum (values (cell.get table)))                           # expect: 1000

# A value that was read is not changed by later changes.
before = cell.get table
cell.change (d -> { d[0] = "changed"; d }) table
print (before[0], cell.get table |> get 0)                      # expect: (100, Some "changed")
