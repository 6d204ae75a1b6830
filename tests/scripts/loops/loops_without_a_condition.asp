work = n -> { t = n; for i in 0..40 { t = (t * 7 + i) % 101 }; t }
seen = []
n = 0
last = loop {
    n += 1
    if n % 3 == 0 { continue }
    seen |>= push (work n)
    if len seen == 5 { break "done at {n}" }
}
print (last, seen)                         # expect: ("done at 7", [21, 7, 80, 66, 38])
# What runs ahead of an error leaves no trace.
k = 0
failed = try (loop { if k == 4 { error "at {k}" }; print "{k} {work k}"; k += 1 })
# expect: 0 35
# expect: 1 21
# expect: 2 7
# expect: 3 94
print (failed, k)                          # expect: (Err "at 4", 4)
# A function that calls itself in the place of a loop that was split has a loop of its own.
again = depth -> {
    i = 0
    loop {
        if i == 3 and depth > 0 { return again (depth - 1) }
        if i == 6 { break }
        if work i < 0 { print "never" }
        i += 1
    }
    (depth, i)
}
print (again 5)                            # expect: (0, 6)
