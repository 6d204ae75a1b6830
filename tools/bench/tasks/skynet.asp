# A million tasks in a tree: each spawns ten more, six levels deep, and sums what they give.
skynet = number size -> {
    if size == 1 { return number }
    part = size // 10
    tasks = []
    for i in 0..10 { tasks |>= push (spawn skynet (number + i * part) part) }
    total = 0
    for t in tasks { total += await t }
    total
}
print (skynet 0 1000000)
