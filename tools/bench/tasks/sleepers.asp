# Tasks that sleep for a second, all at once: time beyond that second, and memory, for each.
resident = () -> {
    line = find (string.starts_with? "VmHWM:") (string.lines (fs.read "/proc/self/status"))
    match line { Some text -> int (string.words text)[1] * 1024, None -> 0 }
}
n = int args[0]
before = resident ()
begin = time.monotonic ()
tasks = []
for i in 0..n { tasks |>= push (spawn sleep 1) }
for t in tasks { await t }
seconds = time.monotonic () - begin
print "RESULT ns {(seconds - 1) * 1e9 / n}"
print "RESULT bytes {(resident () - before) / n}"
