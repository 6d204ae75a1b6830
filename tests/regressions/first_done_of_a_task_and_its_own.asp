# A wait for a task and its own tasks took all their locks while these, cancelled, ended: a circle of locks.
children = 40
round = n -> {
    handles = channel 1
    never = channel 0
    a = spawn {
        bs = []
        for i in 0..children { bs |>= push (spawn recv never) }
        send handles bs
    }
    bs = match (recv handles) { Some bs -> bs, None -> [] }
    ts = push a bs
    for b in bs { task.cancel b }
    for i in 0..200 { task.first_done ts }
    await a
}
for n in 0..1500 { round n }
print "done"     # expect: done
