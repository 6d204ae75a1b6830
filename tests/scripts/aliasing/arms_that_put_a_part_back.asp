# Arms move what they keep out of a part that they replace. What others hold, or look at later, stays as it was.
grow = xs -> { xs |>= push 0; xs }
is_long = xs -> len (grow xs) > 3
shape = st -> { match st.mode { Run xs | is_long xs -> st.mode = Done xs, Run xs -> st.mode = Run (push 1 xs), _ -> () }; st }

# The guard keeps what is lent to it, and does not hold at first.
st = { mode: Run [5, 6], n: 0 }
kept = [st]
for i in 0..4 { st = shape st; kept |>= push st }
for each in kept { print each }

# Another variable holds the part, the list in it, or the whole.
a = { mode: Run [1, 2] }
whole, part = a, a.mode
inner = match a.mode { Run xs -> xs, _ -> [] }
match a.mode { Run xs | xs[0] == 1 -> { xs[0] = 9; a.mode = Run xs }, _ -> () }
print (a, whole, part, inner)

# The body looks at the part before it replaces it, in one way or another.
b = { mode: Run [1, 2] }
match b.mode { Run xs -> { xs |>= push 3; print b; b.mode = Run xs }, _ -> () }
print b
look = c again -> {
    match c.mode { Run xs | len xs > 0 -> { xs |>= push 3; if again { return (c, xs) }; c.mode = Run xs }, _ -> () }
    (c, [])
}
print (look b true, look b false, b)

# Another arm needs the part after a guard that failed, or after tests that did.
c = { mode: Pair ([1], [2]) }
for n in 0..4 {
    match c.mode {
        Pair (xs, []) -> c.mode = Pair (push n xs, [])
        Pair (xs, ys) | len xs > len ys -> c.mode = Pair (xs, push n ys)
        Pair (xs, ys) | is_long (xs + ys) and n > 5 -> c.mode = Pair (xs, ys)
        Pair (xs, ys) -> c.mode = Pair (push (n + 10) xs, ys)
        other -> c.mode = other
    }
    print c.mode
}

# The guard is the last to read the holder, and keeps it.
swallow = r -> { r.mode = Run [7]; match r.mode { Run xs -> len xs == 5, _ -> false } }
swallowed = d -> match d.mode { Run xs | swallow d -> push 1 xs, Run ys -> push 2 ys, _ -> [] }
print (swallowed { mode: Run [0] }, swallowed b)

# Keys, items and nested records. A key may change in the body.
d = ["x": (0, [0]), "y": (1, [1])]
k = "x"
for i in 0..4 {
    match d[k] { (n, xs) | n + i > 0 -> { d[k] = (n + 1, push i xs); k = "y" }, (n, xs) -> { k = "y"; d["x"] = (n, push 5 xs) } }
}
print d

# In a `try`, nothing is missing after an error.
e = { mode: Run [1] }
got = try { match e.mode { Run xs | len xs == 1 -> { xs |>= push 2; e.n = error "stop"; e.mode = Run xs }, _ -> () } }
print (got, e)
f = r -> { match r.mode { Run xs | len xs == 1 -> { xs |>= push 2; if len xs == 2 { error r }; r.mode = Run xs }, _ -> () }; r }
print (try f e, e)

# `is` with conditions that follow it.
q = { jobs: [1, 2, 3], done: [] }
all = q.jobs
while q.jobs is [x, ..rest] and x < 3 and len q.done < 5 { q.jobs = push (x + 1) rest; q.done |>= push x }
print (q, all)
if q.jobs is [x, ..rest] and (len (grow rest) == 9 or x == 3) { rest |>= push 8; print (rest, q.jobs) }

# Alternatives, and what is taken for a function that keeps it.
m = { st: A [0] }
for i in 0..4 {
    match m.st { A xs or B xs | len xs < 2 -> m.st = B (push i xs), A xs or B xs -> m.st = A (grow xs), _ -> () }
    print m.st
}
fs = []
for i in 0..3 { match m.st { A xs | i == 1 -> { m.st = B xs; fs |>= push (() -> (i, xs)) }, B xs -> { fs |>= push (() -> xs); m.st = A (push i xs) }, _ -> () } }
print (m, map (f -> f ()) fs)

# The subject is a variable: the guard may keep a part, and not hold.
turn = v -> match v { Run xs | is_long xs -> Done xs, Run xs | len xs > 9 -> v, Run xs -> Run (push 1 xs), other -> other }
v = Run [5]
for i in 0..5 { v = turn v; print v }

# The last read of the holder is in the body, and another variable has borrowed from it.
borrowed = r -> { old = r.mode; match r.mode { Run xs | len xs == 1 -> { ys = push 1 xs; (old, ys) }, _ -> (old, []) } }
print (borrowed { mode: Run [len fs] })
also = r -> { if r.mode is Run xs and swallow r { push 3 xs } else { [] } }
print (also { mode: Run [len fs] })

# A guard that changes what it looks at. The next arm sees the value from before.
g = { items: [[1], [2]], mode: Run [1] }
match g.items { [xs, .._] | { g.items[0] |>= push (len xs); g.items |>= push []; false } -> print xs, all -> print (all, g) }
match g.mode { Run xs | { xs |>= push 2; g.mode = Run (push 3 xs); len xs == 5 } -> print xs, Run xs -> { g.mode = Run (push 4 xs); print g } }

# Conditions after a pattern that look at the holder: as values, beside `or`, and below `not`.
looks = q xs -> { xs |>= push 1; print (q, xs); len xs > 5 }
as_value = q -> { ok = q.m is Run xs and looks q xs; ok }
returned = q -> q.m is Run xs and looks q xs
of_variable = v -> { ok = v is Run xs and looks v xs; (ok, 1) }
negated = q -> { if not (q.m is Run xs and looks q xs) { print q }; 1 }
either = q -> { if (q.m is Run xs and looks q xs) or q.n == 1 { q.m = Run [7]; print q } else { print q }; 1 }
grows = q -> { while not (q.m is Run xs and looks q xs and len xs > 9) { q.m = Run (list (0..10)) }; q }
third = q -> { if q.n == 0 or (q.m is Run xs and looks q xs) or q.n == 2 { q.m = Run [8] }; q }
print (as_value { m: Run [0] }, returned { m: Run [0] }, of_variable (Run [0]), negated { m: Run [0] })
print (either { m: Run [0], n: 1 }, either { m: Run [0], n: 2 }, grows { m: Run [0] }, third { m: Run [0], n: 2 })

# expect: { mode: Run [5, 6], n: 0 }
# expect: { mode: Run [5, 6, 1], n: 0 }
# expect: { mode: Done [5, 6, 1], n: 0 }
# expect: { mode: Done [5, 6, 1], n: 0 }
# expect: { mode: Done [5, 6, 1], n: 0 }
# expect: ({ mode: Run [9, 2] }, { mode: Run [1, 2] }, Run [1, 2], [1, 2])
# expect: { mode: Run [1, 2] }
# expect: { mode: Run [1, 2, 3] }
# expect: (({ mode: Run [1, 2, 3] }, [1, 2, 3, 3]), ({ mode: Run [1, 2, 3, 3] }, []), { mode: Run [1, 2, 3] })
# expect: Pair ([1, 10], [2])
# expect: Pair ([1, 10], [2, 1])
# expect: Pair ([1, 10, 12], [2, 1])
# expect: Pair ([1, 10, 12], [2, 1, 3])
# expect: ([0, 2], [1, 2, 3, 2])
# expect: ["x": (0, [0, 5]), "y": (4, [1, 1, 2, 3])]
# expect: (Err "stop", { mode: Run [1] })
# expect: (Err { mode: Run [1] }, { mode: Run [1] })
# expect: ({ jobs: [3, 2, 3], done: [1, 2] }, [1, 2, 3])
# expect: ([2, 3, 8], [3, 2, 3])
# expect: B [0, 0]
# expect: A [0, 0, 0]
# expect: A [0, 0, 0, 0]
# expect: A [0, 0, 0, 0, 0]
# expect: ({ st: A [0, 0, 0, 0, 0, 2] }, [(1, [0, 0, 0, 0, 0]), [0, 0, 0, 0, 0]])
# expect: Run [5, 1]
# expect: Run [5, 1, 1]
# expect: Done [5, 1, 1]
# expect: Done [5, 1, 1]
# expect: Done [5, 1, 1]
# expect: (Run [2], [2, 1])
# expect: []
# expect: ([[1], [2]], { items: [[1, 1], [2], []], mode: Run [1] })
# expect: { items: [[1, 1], [2], []], mode: Run [1, 4] }
# expect: ({ m: Run [0] }, [0, 1])
# expect: ({ m: Run [0] }, [0, 1])
# expect: (Run [0], [0, 1])
# expect: ({ m: Run [0] }, [0, 1])
# expect: { m: Run [0] }
# expect: (false, false, (false, 1), 1)
# expect: ({ m: Run [0], n: 1 }, [0, 1])
# expect: { m: Run [7], n: 1 }
# expect: ({ m: Run [0], n: 2 }, [0, 1])
# expect: { m: Run [0], n: 2 }
# expect: ({ m: Run [0] }, [0, 1])
# expect: ({ m: Run [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1])
# expect: ({ m: Run [0], n: 2 }, [0, 1])
# expect: (1, 1, { m: Run [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] }, { m: Run [8], n: 2 })
