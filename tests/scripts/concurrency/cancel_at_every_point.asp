# One task does a bit of everything, and is cancelled at the k-th point, for each k: it holds nothing then.
run = k -> {
    victim = channel 1
    points = cell 0
    turn = semaphore 1
    next = () -> {
        n = cell.get points
        cell.set (n + 1) points
        n
    }
    point = () -> {
        n = semaphore.with turn next
        if n == k { match recv victim { Some t -> task.cancel t, None -> () } }
    }
    permits = semaphore 1
    total = cell 0
    pipe = channel 0
    work = () -> {
        point ()
        semaphore.with permits (() -> { point (); task.yield (); point () })
        cell.update (n -> { point (); n + 1 }) total
        sender = spawn { for i in 0..3 { point (); send pipe i }; point () }
        for i in 0..3 { recv pipe; point () }
        await sender
        numbers = fiber { for i in 0..2 { point (); yield i } }
        for i in numbers { point () }
        doubled = gather (x -> { point (); x * 2 }) [1, 2]
        point ()
        first = select [on (channel 0) identity, after 0 (() -> { point (); 5 })]
        caught = try (task.timeout 1000 (() -> { point (); 7 }))
        point ()
        doubled
    }
    t = spawn work ()
    send victim t
    r = try (await t)
    semaphore.with permits (() -> cell.update (n -> n) total)
    assert (r is Err (Cancelled _) or r == Ok [2, 4])
    (cell.get points, r is Ok _)
}
(points, _) = run -1
print (points > 20)                         # expect: true
runs = map run (0..points)
print (all ((reached, _) -> reached <= points + 1) runs)   # expect: true
print (count ((_, ended) -> ended) runs <= 2)      # expect: true
