# Two tasks that each change both cells, in opposite orders, are a deadlock. The program learns of it, and goes on.
a = cell 1
b = cell 2
begun = channel 0
go_on = channel 0
transfer = from to -> cell.change (x -> {
    send begun ()
    recv go_on
    cell.change (y -> y + 1) to
    x - 1
}) from
moving = [spawn transfer a b, spawn transfer b a]
for t in moving { recv begun }
for t in moving { send go_on () }
print ((try (await moving[0])) is Err (Deadlock _))             # expect: true
for t in moving { task.cancel t }
print (moving |> map (t -> (try (await t)) is Err _))           # expect: [true, true]
for c in [a, b] { print ((try (cell.get c)) is Err (Broken _)) }
# expect: true
# expect: true
