# A cell's value is changed neither by an update that goes on, nor by the next one, which waited for it.
gate = channel 0
begun = channel 0
c = cell.new [1]
update = n -> cell.update (v -> { w = v; w |>= push n; send begun (); recv gate; w }) c
first = spawn update 2
recv begun
second = spawn update 3
for i in 0..5 { task.yield () }
print (cell.get c)              # expect: [1]
send gate ()
print (await first)             # expect: [1, 2]
recv begun
print (cell.get c, await first) # expect: ([1, 2], [1, 2])
send gate ()
print (await second)            # expect: [1, 2, 3]
print (cell.get c, await first) # expect: ([1, 2, 3], [1, 2])
seen = cell.get c
seen |>= push 9
print (cell.get c, seen)        # expect: ([1, 2, 3], [1, 2, 3, 9])

# Likewise for a value that is held, and put back later.
c = cell.new [1]
v = cell.hold c
v |>= push 2
waiting = spawn {
    send begun ()
    w = cell.hold c
    w |>= push 3
    send begun ()
    recv gate
    cell.put w c
}
recv begun
for i in 0..5 { task.yield () }
print (cell.get c, v)           # expect: ([1], [1, 2])
cell.put v c
v |>= push 4
recv begun
print (cell.get c, v)           # expect: ([1, 2], [1, 2, 4])
send gate ()
await waiting
print (cell.get c)              # expect: [1, 2, 3]

# Nothing else holds these values but the cell.
c = cell.new [1]
seen = cell.get c
seen |>= push 9
print (cell.get c, seen)        # expect: ([1], [1, 9])
hand_over = u -> {
    c = cell.new [1]
    cell.hold c
    waiting = spawn {
        send begun ()
        w = cell.hold c
        w |>= push 3
        send begun ()
        recv gate
        cell.put w c
    }
    recv begun
    for i in 0..5 { task.yield () }
    cell.put [1, 2] c
    recv begun
    held = cell.get c
    send gate ()
    await waiting
    (held, cell.get c)
}
print (hand_over ())            # expect: ([1, 2], [1, 2, 3])
