# What `get` finds is moved into the variable where the entry is replaced, and nothing looks at it before that.
by_if = d k -> {
    if get k d is Some xs { d[k] = push k xs } else { d[k] = [k] }
    d
}
by_match = d k -> {
    match get k d {
        None -> { d[k] = [k] }
        Some xs -> { d[k] = push k xs }
    }
    d
}
by_value = d k -> {
    d[k] = match get k d {
        Some e -> { ..e, count: e.count + 1, all: push k e.all }
        _      -> { count: 1, all: [k] }
    }
    d
}
print (by_if (by_if (by_if [:] 1) 2) 1)
# expect: [1: [1, 1], 2: [2]]
print (by_match (by_match (by_match [:] 1) 2) 1)
# expect: [1: [1, 1], 2: [2]]
print (by_value (by_value [:] 1) 1)
# expect: [1: { count: 2, all: [1, 1] }]
# The caller's dict, and lists that it shares, stay as they are.
d = [1: [0]]
print (by_if d 1, by_match d 1, d)
# expect: ([1: [0, 1]], [1: [0, 1]], [1: [0]])
# A branch that keeps the entry, or looks at the dict first.
some = d k c -> {
    if get k d is Some xs {
        xs |>= push 7
        if c { d[k] = xs }
    }
    d
}
print (some [1: [0]] 1 true, some [1: [0]] 1 false)
# expect: ([1: [0, 7]], [1: [0]])
looks = d k -> {
    if get k d is Some xs {
        before = show d
        d[k] = push before xs
    }
    d
}
print (looks [1: [0]] 1)
# expect: [1: [0, "[1: [0]]"]]
chain = d k -> {
    if get k d is Some xs and len d == 1 and xs[0] == 0 { d[k] = push 1 xs } else { d[k] = ["else"] }
    d
}
print (chain [1: [0]] 1, chain [1: [5]] 1, chain [:] 1)
# expect: ([1: [0, 1]], [1: ["else"]], [1: ["else"]])
falls = d k -> {
    if get k d is Some xs and xs[0] == 0 { d[k] = push 1 xs } else { d[9] = get k d }
    d
}
print (falls [1: [0]] 1, falls [1: [5]] 1)
# expect: ([1: [0, 1]], [1: [5], 9: Some [5]])
# In a loop, the way that replaces nothing.
until = d k n -> {
    while get k d is Some xs {
        if len xs > n { break }
        d[k] = push (len xs) xs
    }
    d
}
print (until [1: [0]] 1 3)
# expect: [1: [0, 1, 2, 3]]
# Errors, where the dict can still be seen.
caught = d k -> {
    r = try {
        if get k d is Some xs { d[k] = map (x -> error x) (push 1 xs) }
    }
    (r, d)
}
print (caught [1: [0]] 1)
# expect: (Err 0, [1: [0]])
# What is no dict has elements.
print (by_if [[1], [2]] 1, by_match [[1], [2]] -1)
# expect: ([[1], [2, 1]], [[1], [2, -1]])
print (try (by_if 5 1))
# expect: Err (TypeError { message: "get: c must be a Dict or a sequence, not 5, an Int" })
print (try (by_match 5 1))
# expect: Err (TypeError { message: "get: c must be a Dict or a sequence, not 5, an Int" })
# Another `get`, with values that the arms may not fit.
shadowed = get -> match get 1 [1: [0]] {
    Some xs -> xs
    None -> "none"
}
print (shadowed (k d -> Some (k, d)), try (shadowed (k d -> 5)))
# expect: ((1, [1: [0]]), Err (MatchError { message: "no pattern matches 5", value: 5 }))
names = d -> match get "a" d { Some x -> { y = x; y }, None -> "no" }
print (names ["a": 1], names [:])
# expect: (1, "no")

# A part of the entry that another variable only reads.
seen = () -> {
    d = ["a": [[1], [5]]]
    row = d["a"][0]
    match get "a" d {
        Some xs -> {
            xs[0] |>= push 3
            d["a"] = xs
        }
        None -> ()
    }
    print "{len row} {row} {d}"
}
seen ()
# expect: 1 [1] ["a": [[1, 3], [5]]]
