# One idiom of updates, COUNT times on a container of SIZE elements. Prints the microseconds of one of them.
# args: part 10 5
put = xs i -> {
    xs[i] = 1
    xs
}
long = n -> list (0..n)
record = n -> { xs: long n, ys: [0, 0], n: 0 }

part = q n -> {
    for i in 0..n {
        zs = q.xs
        zs[i % 10] = 1
        q.xs = zs
    }
    q
}
hole = q n -> {
    for i in 0..n {
        zs = q.xs
        q.xs = ()
        zs[i % 10] = 1
        q.xs = zs
    }
    q
}
parallel = q n -> {
    for i in 0..n {
        zs, q.xs = q.xs, ()
        zs[i % 10] = 1
        q.xs = zs
    }
    q
}
branches = q n -> {
    for i in 0..n {
        zs = q.xs
        if i % 7 == 0 { zs[i % 10] = 2 } else { zs[0] = i }
        for k in 0..3 { zs[k] = k }
        q.xs = zs
        q.n += 1
    }
    q
}
called = q n -> {
    for i in 0..n {
        zs = put q.xs (i % 10)
        if i % 3 == 0 { zs[0] = 2 }
        q.xs = zs
    }
    q
}
pattern = q n -> {
    for i in 0..n {
        { xs, n: m } = q
        xs[i % 10] = m
        q.xs = xs
    }
    q
}
rebuilt = q n -> {
    for i in 0..n {
        { xs, ys, n: m } = q
        xs[i % 10] = 1
        q = { xs, ys, n: m + 1 }
    }
    q
}
spread = q n -> {
    for i in 0..n {
        xs = q.xs
        xs[i % 10] = 1
        q = { ..q, xs }
    }
    q
}
path = q n -> {
    for i in 0..n { q.xs[i % 10] += 1 }
    q
}
loop_beside = q n -> {
    k = 0
    while k < n {
        for y in q.ys {
            q.xs[y] += 1
            k += 1
        }
    }
    q
}
row = m n -> {
    for i in 0..n {
        row = m[i % 3]
        row[0] = i
        m[i % 3] = row
    }
    m
}
nested = s n -> {
    for i in 0..n {
        j = i % 3
        xs = s.players[j].xs
        xs[0] = i
        s.players[j].xs = xs
    }
    s
}
beside = bs n -> {
    for i in 0..n {
        a = bs[i % 3]
        b = bs[0]
        bs[i % 3].v += b.x
        bs[0].v += a.x
    }
    bs
}
two_lists = q n -> {
    for i in 0..n {
        xs = q.xs
        q.ys[i % 2] += 1
        q.xs[i % 10] = xs[0]
    }
    q
}
value = d n -> {
    for i in 0..n {
        v = d["a"]
        v[i % 10] = i
        d["a"] = v
    }
    d
}
grouped = d n -> {
    for i in 0..n { d["a"] = push i (get_or "a" [] d) }
    d
}
found = d n -> {
    for i in 0..n {
        if get "a" d is Some v { d["a"] = push i v } else { d["a"] = [i] }
    }
    d
}
push_pop = q n -> {
    for i in 0..n {
        q.xs |>= push i
        last, q.xs = pop q.xs
        q.n += last
    }
    q
}
queue = q n -> {
    for i in 0..n {
        first, q.xs = pop_first q.xs
        q.xs |>= push first
    }
    q
}
graph = g n -> {
    for i in 0..n {
        node = g[i % len g]
        node.edges |>= push i
        g[i % len g] = node
    }
    g
}
builder = state n -> {
    for _ in 0..n {
        out = state.text
        out += "x"
        state.text = out
        state.lines += 1
    }
    state
}
taken = c n -> {
    for i in 0..n {
        xs = cell.take c
        xs[i % 10] = 1
        cell.put xs c
    }
    c
}
changed = c n -> {
    for i in 0..n { cell.change (xs -> { xs[i % 10] = 1; xs }) c }
    c
}

three = make -> [make (), make (), make ()]
idioms = [
    "path": n -> (path, record n),
    "part": n -> (part, record n),
    "hole": n -> (hole, record n),
    "parallel": n -> (parallel, record n),
    "branches": n -> (branches, record n),
    "call": n -> (called, record n),
    "pattern": n -> (pattern, record n),
    "rebuilt": n -> (rebuilt, record n),
    "spread": n -> (spread, record n),
    "loop beside": n -> (loop_beside, record n),
    "row of a matrix": n -> (row, three (() -> long n)),
    "list in records in a list": n -> (nested, { players: three (() -> record n) }),
    "two records of a list": n -> (beside, 0..n |> map (i -> { x: i, v: 0 }) |> list),
    "two lists of a record": n -> (two_lists, record n),
    "value of a dict": n -> (value, ["a": long n, "b": []]),
    "get_or": n -> (grouped, ["a": long n]),
    "get is Some": n -> (found, ["a": long n]),
    "stack": n -> (push_pop, record n),
    "queue": n -> (queue, record n),
    "graph by index": n -> (graph, 0..n |> map (i -> { edges: [i] }) |> list),
    "text": n -> (builder, { text: string.repeat n "a", lines: 0 }),
    "cell.take": n -> (taken, cell (long n)),
    "cell.change": n -> (changed, cell (long n)),
]

if args[0] == "--list" {
    for name in keys idioms { print name }
} else {
    size, count = int args[1], int args[2]
    run, state = idioms[args[0]] size
    # A list that is full moves to an array of twice its size at its first push, once.
    state = run state 1
    begun = time.monotonic ()
    run state count
    print ((time.monotonic () - begun) * 1e6 / count)
}
