# The tree of skynet.asp with calls in the place of tasks.
skynet = number size -> {
    if size == 1 { return number }
    part = size // 10
    parts = []
    for i in 0..10 { parts |>= push (skynet (number + i * part) part) }
    sum parts
}
n = int args[0]
begin = time.monotonic ()
if skynet 0 n != n * (n - 1) // 2 { error "a wrong sum" }
print "RESULT ms {(time.monotonic () - begin) * 1e3 * 1000000 / n}"
