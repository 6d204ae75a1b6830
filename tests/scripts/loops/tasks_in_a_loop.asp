work = n -> { for i in 0..60 { i }; n * 2 }
tasks = []
for x in 0..6 { k = work x; tasks |>= push (spawn work k) }
print (map await tasks)                    # expect: [0, 4, 8, 12, 16, 20]
ch = channel 2
t = spawn { for x in 0..6 { send ch (work x) }; close ch }
got = []
for v in ch { got |>= push v }
print got                                  # expect: [0, 2, 4, 6, 8, 10]
f = fiber { for x in 0..4 { yield (work x) } }
print (list f)                             # expect: [0, 2, 4, 6]
stopped = spawn { n = 0; for x in 0..1_000_000_000_000 { n += work x; task.yield () }; n }
task.cancel stopped
print ((try (await stopped)) is Err (Cancelled _))            # expect: true
