# `get_or` gives the entry away where the statement replaces it, and nothing looks at it before that.
grouped = n -> {
    groups = [:]
    for i in 0..n { groups[i % 3] = push i (get_or (i % 3) [] groups) }
    groups
}
print (grouped 8)
# expect: [0: [0, 3, 6], 1: [1, 4, 7], 2: [2, 5]]
piped = n -> {
    groups = { by: [:], n: 0 }
    for i in 0..n {
        k = i % 2
        groups.by[k] = groups.by |> get_or k [] |> push i
        groups.n += 1
    }
    groups
}
print (piped 5)
# expect: { by: [0: [0, 2, 4], 1: [1, 3]], n: 5 }
joined = n -> {
    texts = [:]
    for i in 0..n { texts[i % 2] = get_or (i % 2) "" texts + "{i}" }
    texts
}
print (joined 6)
# expect: [0: "024", 1: "135"]
# In another statement.
later = d k -> {
    old = get_or k [] d
    old |>= push 1
    d[k] = old
    d
}
print (later (later [:] "a") "a")
# expect: ["a": [1, 1]]
# What the dict shares stays as it is.
kept = [[1], [2]]
d = [0: kept[0], 1: kept[1]]
before = d
d[0] = push 9 (get_or 0 [] d)
print (d, before, kept)
# expect: ([0: [1, 9], 1: [2]], [0: [1], 1: [2]], [[1], [2]])
inner = { by: [0: [1]] }
same = inner
inner.by[0] = push 2 (get_or 0 [] inner.by)
print (inner, same)
# expect: ({ by: [0: [1, 2]] }, { by: [0: [1]] })
# Something looks at the entry, or at all of the dict, before it is replaced.
seen = d k -> {
    d[k] = push d[k] (get_or k [] d)
    d
}
print (seen [1: [5]] 1)
# expect: [1: [5, [5]]]
whole = d k -> {
    d[k] = push (len d, d) (get_or k [] d)
    d
}
print (whole [1: [5]] 1)
# expect: [1: [5, (1, [1: [5]])]]
argument = d k -> {
    d[k] = concat [get_or k [] d, d[k]]
    d
}
print (argument [1: [5]] 1)
# expect: [1: [5, 5]]
counted = d k -> {
    d[k] = push (len d) (get_or k [] d)
    d
}
print (counted [1: [5]] 1)
# expect: [1: [5, 1]]
function = d k -> {
    look = () -> d
    d[k] = push (look ()) (get_or k [] d)
    d
}
print (function [1: [5]] 1)
# expect: [1: [5, [1: [5]]]]
# Another key, or one that changes.
other = d k -> {
    d[k + 1] = push 3 (get_or k [] d)
    d
}
print (other [1: [5]] 1)
# expect: [1: [5], 2: [5, 3]]
moved = d k -> {
    xs = get_or k [] d
    xs |>= push 3
    k += 1
    d[k] = xs
    d
}
print (moved [1: [5]] 1)
# expect: [1: [5], 2: [5, 3]]
branch = d k c -> {
    xs = get_or k [] d
    xs |>= push 3
    if c { d[k] = xs }
    d
}
print (branch [1: [5]] 1 false, branch [1: [5]] 1 true)
# expect: ([1: [5]], [1: [5, 3]])
# Errors find the dict whole, and say the same.
failing = d k -> {
    r = try { d[k] = push (error "no") (get_or k [] d) }
    (r, d)
}
print (failing [1: [5]] 1)
# expect: (Err "no", [1: [5]])
after = d k -> {
    r = try { d[k] = reduce (a b -> error a) (get_or k [] d) }
    (r, d)
}
print (after [1: [5, 6]] 1)
# expect: (Err 5, [1: [5, 6]])
print (try (later 5 1))
# expect: Err (TypeError { message: "get_or: c must be a Dict or a sequence, not 5, an Int" })
# Lists have elements, not entries.
row = xs i -> {
    xs[i] = push i (get_or i [] xs)
    xs
}
print (row [[1], [2]] 1, row [[1], [2]] -1, try (row [[1]] 4))
# expect: ([[1], [2, 1]], [[1], [2, -1]], Err (IndexError { message: "index 4 is out of range for a list of length 1" }))
own = get_or -> {
    d = [1: [5]]
    d[1] = push 3 (get_or 1 [] d)
    d
}
print (own (k default d -> [len d]))
# expect: [1: [1, 3]]
