# A million tasks that sleep for a second at once.
n = 1000000
begin = time.monotonic ()
tasks = []
for i in 0..n { tasks |>= push (spawn sleep 1) }
for t in tasks { await t }
print "{time.monotonic () - begin} s"
