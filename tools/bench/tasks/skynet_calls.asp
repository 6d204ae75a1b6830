# The tree of skynet.asp with calls in the place of tasks.
skynet = number size -> {
    if size == 1 { return number }
    part = size // 10
    total = 0
    parts = []
    for i in 0..10 { parts |>= push (skynet (number + i * part) part) }
    for p in parts { total += p }
    total
}
print (skynet 0 1000000)
