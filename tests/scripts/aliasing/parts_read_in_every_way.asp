# A part that is read and then changed leaves its container as it was, and the other way round. Each round
# does the same; in the first round the inline caches are empty.
same = name got want -> if got == want { 1 } else { print (name, got); 0 }

reads = i key -> {
    xs = [[1], [2]]
    r = { a: [1], b: [2] }
    t = ([1], [2])
    d = ["k": [1]]
    s = Some [1]
    b0 = xs[i]
    b0 |>= push 9
    b1 = xs[1]
    b1 |>= push 9
    b2 = r.a
    b2 |>= push 9
    b3 = t.0
    b3 |>= push 9
    b4 = d[key]
    b4 |>= push 9
    b5 = match s { Some v -> { v |>= push 9; v }; None -> [] }
    b6 = if get key d is Some v { v |>= push 9; v } else { [] }
    n = same "containers" (xs, r, t, d, s) ([[1], [2]], { a: [1], b: [2] }, ([1], [2]), ["k": [1]], Some [1])
    n += same "parts" (b0, b1, b2, b3, b4, b5, b6) ([1, 9], [2, 9], [1, 9], [1, 9], [1, 9], [1, 9], [1, 9])
    for x in xs { x |>= push 5; n += len x - 1 }
    for at in 0..2 { part = xs[at]; part |>= push 5; xs[at] |>= push 6 }
    for k, v in d { v |>= push 5; n += len v - 1 }
    for (x, y) in [t] { x |>= push 5; y[0] = 6 }
    n + same "loops" (xs, d, t) ([[1, 6], [2, 6]], ["k": [1]], ([1], [2]))
}

# Parts that have not been read before.
alone = key -> {
    d = ["k": [1]]
    v = if get key d is Some v { v |>= push 9; v } else { [] }
    n = same "looked up" (d, v) (["k": [1]], [1, 9])
    xs = [[1], [2]]
    for x in xs { x |>= push 7; if len xs < 4 { xs |>= push [0] } }
    n += same "grown" xs [[1], [2], [0], [0]]
    found = match get_or key [0] d { v -> { v |>= push 9; v } }
    n + same "or" (d, found) (["k": [1]], [1, 9])
}

# Taken apart by a function that got a value that lives on.
of_record = v -> { { a, b } = v; a |>= push 7; b[0] = 8; (a, b) }
of_tuple = v -> { (x, y) = v; x |>= push 7; y[0] = 8; (x, y) }
of_list = v -> { [x, y] = v; x |>= push 7; y[0] = 8; (x, y) }
of_label = v -> match v { Some x -> { x |>= push 7; x }; _ -> [] }
of_rest = v -> { [x, ..rest] = v; x |>= push 7; rest |>= push 0; rest[0] |>= push 6; (x, rest) }
of_dict = v -> match v { ["k": x] -> { x |>= push 7; x }; _ -> [] }
of_nested = v -> match v { { a: [x, ..], b: (y, _) } -> { x |>= push 7; y |>= push 8; (x, y) }; _ -> () }
last_field = v -> { w = v; x = w.a; x |>= push 7; x }
last_item = v -> { w = v; x = w.0; x |>= push 7; x }
last_index = v -> { w = v; x = w[0]; x |>= push 7; x }
windows_of = v -> { w = v[..2]; [a, .., c] = v; a |>= push 7; c |>= push 7; (w, a, c) }

takes = () -> {
    r = { a: [1], b: [2] }
    t = ([1], [2])
    xs = [[1], [2]]
    s = Some [1]
    d = ["k": [1]]
    nested = { a: [[1], 2], b: ([3], 4) }
    n = same "record" (of_record r, r) (([1, 7], [8]), { a: [1], b: [2] })
    n += same "tuple" (of_tuple t, t) (([1, 7], [8]), ([1], [2]))
    n += same "list" (of_list xs, xs) (([1, 7], [8]), [[1], [2]])
    n += same "label" (of_label s, s) ([1, 7], Some [1])
    n += same "rest" (of_rest xs, xs) (([1, 7], [[2, 6], 0]), [[1], [2]])
    n += same "dict" (of_dict d, d) ([1, 7], ["k": [1]])
    n += same "nested" (of_nested nested, nested) (([1, 7], [3, 8]), { a: [[1], 2], b: ([3], 4) })
    n += same "last" (last_field r, last_item t, last_index xs) ([1, 7], [1, 7], [1, 7])
    n += same "after last" (r, t, xs) ({ a: [1], b: [2] }, ([1], [2]), [[1], [2]])
    n + same "slice" (windows_of [[1], [2], [3]]) ([[1], [2]], [1, 7], [3, 7])
}

# Paths into a value that has another holder, or that has a part with another holder.
paths = i -> {
    whole = { a: [[1], [2]], t: ([3], 4), d: ["k": [5]] }
    other = whole
    inner = whole.a
    whole.a[0] |>= push 7
    whole.t.0 |>= push 7
    whole.t.1 = 8
    whole.d["k"] |>= push 7
    whole.a[i][0] = 6
    right = { a: [[6, 7], [2]], t: ([3, 7], 8), d: ["k": [5, 7]] }
    n = same "whole" (whole, other, inner) (right, { a: [[1], [2]], t: ([3], 4), d: ["k": [5]] }, [[1], [2]])
    deep = { a: { b: [1], c: [[2]] }, l: [{ x: [3] }], t: ([4], { y: [5] }) }
    held = [deep.a, deep.a.c, deep.l[0], deep.t.1]
    deep.a.b |>= push 7
    deep.a.c[i] |>= push 7
    deep.l[i].x |>= push 7
    deep.t.1.y |>= push 7
    deep.t.0[0] = 8
    n += same "deep" deep { a: { b: [1, 7], c: [[2, 7]] }, l: [{ x: [3, 7] }], t: ([8], { y: [5, 7] }) }
    n += same "held" held [{ b: [1], c: [[2]] }, [[2]], { x: [3] }, { y: [5] }]
    pairs = [(1, [2])]
    first = pairs[0]
    pairs[0].0 = 5
    pairs[0].1[0] = 6
    n += same "pairs" (pairs, first) ([(5, [6])], (1, [2]))
    t = (1, [2])
    u = t
    t.0 = 3
    t.1 |>= push 4
    n += same "items" (t, u) ((3, [2, 4]), (1, [2]))
    ys = [[1], [2], [3]]
    was = ys
    ys[0], ys[-1] = ys[-1], ys[0]
    n += same "swap" (ys, was) ([[3], [2], [1]], [[1], [2], [3]])
    e = ["a": [1], "b": [2]]
    before = e
    e["a"], e["b"] = e["b"], e["a"]
    e["a"] |>= push 7
    n + same "swapped" (e, before) (["a": [2, 7], "b": [1]], ["a": [1], "b": [2]])
}

bytes_parts = () -> {
    b = b"abc"
    twin = b
    found = [b: 1]
    b[0] = 120
    n = same "bytes" (b, twin, found[b"abc"], get b found) (b"xbc", b"abc", 1, None)
    known = [b"ybc": 1, b"yyc": 2]
    n += same "not there" (get b known) None
    b[0] = 121
    n += same "there" (get b known) (Some 1)
    b[1] = 121
    n + same "elsewhere" (get b known) (Some 2)
}

# Records built from values that live on.
records = () -> {
    left = { a: [1], b: [2] }
    right = { b: [3], c: [4] }
    both = { ..left, ..right }
    both.a |>= push 7
    both.b |>= push 7
    both.c |>= push 7
    n = same "both" (left, right, both) ({ a: [1], b: [2] }, { b: [3], c: [4] }, { a: [1, 7], b: [3, 7], c: [4, 7] })
    wide = { ..left, d: [5] }
    wide.a |>= push 8
    n += same "wide" (left, wide) ({ a: [1], b: [2] }, { a: [1, 8], b: [2], d: [5] })
    changed = { ..left, a: [6] }
    changed.b |>= push 8
    n + same "changed" (left, changed) ({ a: [1], b: [2] }, { a: [6], b: [2, 8] })
}

# A value that no pattern matched, an error, and the key of a dict that was copied are kept as they were.
kept = () -> {
    what = [1]
    caught = try (match what { [] -> 0 })
    what |>= push 2
    n = same "unmatched" (match caught { Err (MatchError e) -> e.value, _ -> () }, what) ([1], [1, 2])
    thrown = [1]
    caught = try (error thrown)
    thrown |>= push 2
    n += same "thrown" (caught, thrown) (Err [1], [1, 2])
    texts = json.parse "\{\"first\": [1], \"second\": [2]}"
    copy = texts
    (k, v), texts = dict.pop_first texts
    k += "!"
    v |>= push 3
    n + same "keys" (k, v, texts, copy) ("first!", [1, 3], ["second": [2]], ["first": [1], "second": [2]])
}

total = 0
for round in 0..4 { total += reads 0 "k" + alone "k" + takes () + paths 0 + bytes_parts () + records () + kept () }
print total   # expect: 144
