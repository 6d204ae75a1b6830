# A tree of tasks: each spawns ten more, down to the given number of leaves, and sums their results.
skynet = number size -> {
    if size == 1 { return number }
    part = size // 10
    tasks = []
    for i in 0..10 { tasks |>= push (spawn skynet (number + i * part) part) }
    total = 0
    for t in tasks { total += await t }
    total
}
n = int args[0]
begin = time.monotonic ()
if skynet 0 n != n * (n - 1) // 2 { error "a wrong sum" }
print "RESULT ms {(time.monotonic () - begin) * 1e3 * 1000000 / n}"
