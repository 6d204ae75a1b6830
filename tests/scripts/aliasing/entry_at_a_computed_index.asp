# `get_or` gives the entry away at an index that code computes, too. It is computed once, for the look-up and for the store.
by_field = people -> {
    index = [:]
    for p in people { index[p.city] = push p.name (get_or p.city [] index) }
    index
}
print (by_field [{ name: "a", city: "X" }, { name: "b", city: "Y" }, { name: "c", city: "X" }])
# expect: ["X": ["a", "c"], "Y": ["b"]]
by_pair = n -> {
    d = [:]
    for i in 0..n { d[(i % 2, i % 3)] = get_or (i % 2, i % 3) [] d + [i] }
    d
}
print (by_pair 8)
# expect: [(0, 0): [0, 6], (1, 1): [1, 7], (0, 2): [2], (1, 0): [3], (0, 1): [4], (1, 2): [5]]
by_text = n -> {
    s = { d: [:], n: 0 }
    for i in 0..n {
        s.d["k{i % 2}"] = s.d |> get_or "k{i % 2}" "" |> string.pad_left (i + 1)
        s.n += 1
    }
    s
}
print (by_text 3)
# expect: { d: ["k0": "   ", "k1": "  "], n: 3 }
by_element = words rows -> {
    d = [:]
    for row in rows { d[words[row.0]] = push row.1 (get_or words[row.0] [] d) }
    d
}
print (by_element ["x", "y"] [(0, 1), (1, 2), (0, 3)])
# expect: ["x": [1, 3], "y": [2]]
# Other values that share the entry stay as they are.
kept = [1]
d = ["a": kept]
p = { k: "a" }
d[p.k] = push 2 (get_or p.k [] d)
print (d, kept)
# expect: (["a": [1, 2]], [1])
# The variables of the index change in between, or the index is another one.
changes = d p -> {
    d[p.k] = push { p.k = "b"; 2 } (get_or p.k [] d)
    d
}
print (changes ["a": [1]] { k: "a" })
# expect: ["a": [1], "b": [2]]
later = d p -> {
    d[p.k] = concat [get_or p.k [] d, { p.k = "b"; [2] }]
    d
}
print (later ["a": [1]] { k: "a" })
# expect: ["a": [1], "b": [1, 2]]
again = d p -> {
    d[p.k] = concat [get_or p.k [] d, get_or p.k [] d]
    d
}
print (again ["a": [1]] { k: "a" })
# expect: ["a": [1, 1]]
nested = d p q -> {
    d[p.k] = push (len (get_or q.k [] d)) (get_or p.k [] d)
    d
}
print (nested ["a": [1]] { k: "a" } { k: "a" })
# expect: ["a": [1, 1]]
other = d p q -> {
    d[p.k] = push 2 (get_or q.k [] d)
    d
}
print (other ["a": [1]] { k: "b" } { k: "a" })
# expect: ["a": [1], "b": [1, 2]]
branch = d p c -> {
    d[p.k] = if c { push 2 (get_or p.k [] d) } else { [0] }
    d
}
print (branch ["a": [1]] { k: "a" } true, branch ["a": [1]] { k: "a" } false)
# expect: (["a": [1, 2]], ["a": [0]])
itself = d -> {
    d[d.k] = push 2 (get_or d.k [] d)
    d
}
print (try (itself { k: "k" }))
# expect: Err (TypeError { message: "get_or: c must be a Dict or a sequence, not \{ k: \"k\" }, a Record", hint: "`dict r` is a dict of a record's fields" })
own = d -> {
    d[d["at"]] = push 2 (get_or d["at"] [] d)
    d
}
print (own ["at": "x", "x": [1]])
# expect: ["at": "x", "x": [1, 2]]
# In an inner statement, and in two at once.
inner = d p -> {
    d[p.k] = push { e = [:]; e[p.k] = push 5 (get_or p.k [] e); e } (get_or p.k [] d)
    d
}
print (inner ["a": [1]] { k: "a" })
# expect: ["a": [1, ["a": [5]]]]
# Errors in their order.
print (try (by_field [{ name: "a" }]))
# expect: Err (KeyError { message: "there is no field `city` in \{ name: \"a\" }" })
print (try (by_field [{ city: "a" }]))
# expect: Err (KeyError { message: "there is no field `name` in \{ city: \"a\" }" })
failing = d p -> {
    r = try { d[p.k] = push (error "no") (get_or p.k [] d) }
    (r, d)
}
print (failing ["a": [1]] { k: "a" })
# expect: (Err "no", ["a": [1]])

# Indexes that are alike, but not the same.
route = trip towns -> {
    towns[trip.to] = push 1 (get_or trip.from [] towns)
    towns[trip.legs[0]] = push 2 (get_or trip.legs[1] [] towns)
    towns[trip.pair.0] = push 3 (get_or trip.pair.1 [] towns)
    towns
}
print (route { from: "a", to: "b", legs: ["c", "a"], pair: ("d", "a") } ["a": [0]])
# expect: ["a": [0], "b": [0, 1], "c": [0, 2], "d": [0, 3]]
