# `r.t = r.t + "x"` and `r.t = "{r.t}x"` grow the text in place only where nothing else holds it.
grow = r -> {
    r.t = r.t + "x"
    r.t = "{r.t}y"
    r
}
before = { t: "a", k: 0 }
kept = before.t
after = grow before
print (before, kept, after)       # expect: ({ t: "a", k: 0 }, "a", { t: "axy", k: 0 })

steps = []
for i in 0..3 {
    after.t = after.t + string i
    steps |>= push after
}
print (map (s -> s.t) steps)      # expect: ["axy0", "axy01", "axy012"]

# The right side looks at the part, or at the whole.
again = r -> {
    r.t = r.t + "{len r.t}"
    r.t = "{r.t}{r.t}"
    r.t = r.t + string (len (show r))
    r.t
}
print (again { t: "ab" })         # expect: ab2ab215
both = [["a", "b"], ["c"]]
swap = xs -> {
    xs[0][0] = xs[0][0] + xs[0][1]
    xs[0][1] = xs[0][1] + xs[1][0]
    xs[1] = xs[1] + xs[0]
    xs
}
print (swap both, both)           # expect: ([["ab", "bc"], ["c", "ab", "bc"]], [["a", "b"], ["c"]])

# Where something fails, the part is there.
fails = r -> {
    result = try { r.t = r.t + string (error "no") }
    (result, r.t)
}
print (fails { t: "a" })          # expect: (Err "no", "a")
wrong = r -> {
    r.n = r.n + "{[1][5]}"
    r
}
print ((try (wrong { n: 1 })) is Err (IndexError _))        # expect: true
print ((try ({ n: 1 }.n + "a")) is Err (TypeError _))       # expect: true

# Of a shared type of values: labels, tuples, dicts.
d = ["a": "x", "b": "y"]
e = d
d["a"] = d["a"] + d["b"] + "!"
print (d, e)                      # expect: (["a": "xy!", "b": "y"], ["a": "x", "b": "y"])
t = ("p", "q")
u = t
t.0 = "{t.0}{t.1}"
print (t, u)                      # expect: (("pq", "q"), ("p", "q"))

# The left side of a sum is no part of a variable.
print ((try (0 + "")) is Err _)     # expect: true
