# Values that can be reached in one way each, while the memory around them is freed and used again.
churn = n -> { sum = 0; for i in 0..n { sum += len [i, (i, [i]), { a: i }] }; sum }
same = name got want -> if got == want { 1 } else { print (name, got); 0 }
add = xs y -> push y xs
big = 2 ** 70
count = 400

# Memory with many small holes.
blocks = map (i -> list (i..i + 10 + i % 23)) (0..8000)
blocks = map (i -> blocks[2 * i]) (0..4000)
churn 100000

tuples = map (i -> (i, [i])) (0..count)
records = map (i -> { a: [i], b: (i,) }) (0..count)
labels = map (i -> Some [i]) (0..count)
dicts = map (i -> [i: [i], "k": (i, i)]) (0..count)
closures = map (i -> { held = [i]; () -> held }) (0..count)
partials = map (i -> add [i]) (0..count)
inner = map (i -> { held = [i]; g = x y -> [held, x, y]; g 1 }) (0..count)
ranges = map (i -> big + i..big + i + 2) (0..count)
slices = map (i -> (list (i..i + 40))[10..12]) (0..count)
channels = map (i -> { ch = channel 2; send ch [i]; send ch (i, i); ch }) (0..count)
cells = map (i -> cell.new [i]) (0..count)
fibers = map (i -> { held = [i]; fiber { yield held; yield (push 1 held) } }) (0..count)
begun = map (i -> { f = fiber { held = [i]; yield held; yield (push 1 held) }; f (); f }) (0..count)
ended = map (i -> { t = spawn [i, i]; await t; t }) (0..count)
failed = map (i -> { t = spawn error (Odd { at: [i] }); try (await t); t }) (0..count)
errors = map (i -> try (error (Odd { at: [i] }))) (0..count)

for round in 0..2 { churn 150000 }
n = same "tuples" tuples (map (i -> (i, [i])) (0..count))
n += same "records" records (map (i -> { a: [i], b: (i,) }) (0..count))
n += same "labels" labels (map (i -> Some [i]) (0..count))
n += same "dicts" dicts (map (i -> [i: [i], "k": (i, i)]) (0..count))
n += same "closures" (map (f -> f ()) closures) (map (i -> [i]) (0..count))
n += same "partials" (map (f -> f 5) partials) (map (i -> [i, 5]) (0..count))
n += same "inner" (map (f -> f 2) inner) (map (i -> [[i], 1, 2]) (0..count))
n += same "ranges" (map list ranges) (map (i -> [big + i, big + i + 1]) (0..count))
n += same "slices" slices (map (i -> [i + 10, i + 11]) (0..count))
n += same "channels" (map (ch -> [recv ch, recv ch]) channels) (map (i -> [Some [i], Some (i, i)]) (0..count))
n += same "cells" (map cell.get cells) (map (i -> [i]) (0..count))
n += same "fibers" (map (f -> [f (), f ()]) fibers) (map (i -> [Some [i], Some [i, 1]]) (0..count))
n += same "begun" (map (f -> f ()) begun) (map (i -> Some [i, 1]) (0..count))
n += same "ended" (map await ended) (map (i -> [i, i]) (0..count))
n += same "failed" (map (t -> try (await t)) failed) (map (i -> Err (Odd { at: [i] })) (0..count))
n += same "errors" errors (map (i -> Err (Odd { at: [i] })) (0..count))
again = map (e -> match e { Err v -> try (error v), _ -> () }) errors
n += same "again" again errors

# Values that tasks wait for, have been sent, or fail with.
ch = channel 0
receivers = map (i -> spawn (recv ch)) (0..40)
task.yield ()
for i in 0..40 { send ch [i, [i]] }
churn 150000
got = map await receivers
n += same "received" (sort (filter_map identity got)) (map (i -> [i, [i]]) (0..40))
slow = channel 0
sender = spawn { for i in 0..6 { send slow [i]; churn 60000 }; close slow }
n += same "collected" (list slow) (map (i -> [i]) (0..6))
never = channel 0
quiet = channel 0
chooser = i -> {
    other = spawn (recv never)
    winner = task.first_done [other, spawn { recv quiet; i }]
    task.cancel other
    await winner
}
choosers = map (i -> spawn chooser i) (0..20)
task.yield ()
churn 150000
close quiet
done = map await choosers
n += same "chosen" done (list (0..20))
stubborn = spawn {
    spawn { for i in 0..4 { try (recv (channel 0)); churn 40000 } }
    task.yield ()
    error (Late { held: [[1], [2]] })
}
n += same "pending" (try (await stubborn)) (Err (Late { held: [[1], [2]] }))
lost = spawn {
    for i in 0..20 { spawn error (Early { held: [[i]] }) }
    for i in 0..4 { churn 40000; task.yield () }
    match try (recv (channel 0)) { Err (Early e) -> len e.held, other -> other }
}
n += same "unheard" (match try (await lost) { Err (Early e) -> len e.held[0], other -> other }) 1
n += same "blocks" (sum (map len blocks)) 83982
print n  # expect: 23
