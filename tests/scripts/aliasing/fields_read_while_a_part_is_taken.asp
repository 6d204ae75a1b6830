# A part is taken out of a record while code still reads other fields of it. What an error shows is whole.
put = i xs -> {
    xs[i] = 9
    xs
}
shown = f -> match try f () {
    Ok v -> "{v}"
    Err (KeyError { message }) -> message
    Err (TypeError { message }) -> message
    Err e -> "{e}"
}

built = st -> {
    xs = st.xs
    xs[0] = 9
    { xs, n: st.n + 1 }
}
print (built { xs: [1, 2], n: 1 })                      # expect: { xs: [9, 2], n: 2 }
print (shown (() -> built { xs: [1, 2], m: 1 }))        # expect: there is no field `n` in { xs: [1, 2], m: 1 }

called = st -> { xs: put 0 st.xs, n: st.n + 1 }
print (called { xs: [1, 2], n: 1 })                     # expect: { xs: [9, 2], n: 2 }
print (shown (() -> called { xs: [1, 2], m: 1 }))       # expect: there is no field `n` in { xs: [1, 2], m: 1 }

spread = st -> {
    xs = st.xs
    xs[0] = 9
    { ..st, xs, n: st.n + 1 }
}
print (spread { xs: [1, 2], n: 1, m: 3 })               # expect: { xs: [9, 2], n: 2, m: 3 }
print (shown (() -> spread { xs: [1, 2], m: 1 }))       # expect: there is no field `n` in { xs: [1, 2], m: 1 }

both = st -> {
    xs = st.xs
    ys = st.ys
    xs[0] = 9
    ys[0] = 8
    st.n += 1
    st.xs = xs
    st.ys = ys
    st
}
print (both { xs: [1], ys: [2], n: 1 })                 # expect: { xs: [9], ys: [8], n: 2 }
print (shown (() -> both { xs: [1], ys: [2], m: 1 }))   # expect: there is no field `n` in { xs: [1], ys: [2], m: 1 }
print (shown (() -> both { xs: [1], n: 1 }))            # expect: there is no field `ys` in { xs: [1], n: 1 }

two = st -> {
    st.n, st.xs = pop st.xs
    st.xs |>= push 5
    st
}
print (two { xs: [1, 2], n: 1 })                        # expect: { xs: [1, 5], n: 2 }
print (shown (() -> two { xs: [1, 2], m: 1 }))          # expect: there is no field `n` in { xs: [1, 2], m: 1 }

deep = st -> {
    xs = st.at.xs
    xs[0] = 9
    st.at.n += st.m
    st.at.xs = xs
    st
}
print (deep { at: { xs: [1], n: 1 }, m: 5 })            # expect: { at: { xs: [9], n: 6 }, m: 5 }
print (shown (() -> deep { at: { xs: [1], n: 1 } }))    # expect: there is no field `m` in { at: { xs: [1], n: 1 } }
print (shown (() -> deep { at: { xs: [1] }, m: 5 }))    # expect: there is no field `n` in { xs: [1] }

# The whole is still seen: by a call, a closure, an error that is caught, or the caller.
seen = st -> {
    xs = st.xs
    xs[0] = 9
    print st
    { xs, n: st.n }
}
print (seen { xs: [1], n: 1 })    # expect: { xs: [1], n: 1 }
# expect: { xs: [9], n: 1 }
kept = st -> {
    again = () -> st
    xs = st.xs
    xs[0] = 9
    ({ xs, n: st.n }, again ())
}
print (kept { xs: [1], n: 1 })    # expect: ({ xs: [9], n: 1 }, { xs: [1], n: 1 })
caught = st -> {
    r = try {
        xs = st.xs
        xs[0] = 9
        st.n + "a"
    }
    (r is Err _, st)
}
print (caught { xs: [1], n: 1 })    # expect: (true, { xs: [1], n: 1 })
mine = { xs: [1], n: 1 }
print (built mine, mine)          # expect: ({ xs: [9], n: 2 }, { xs: [1], n: 1 })

# The operand reads what the statement replaces.
st = { ids: [:], out: "", xs: [1, 2], n: 1 }
for i in 0..3 { st.ids["k{i}"] = len st.ids }
for i in 0..3 { st.out += "{st.n}{len st.out}" }
for i in 0..3 { st.xs += [len st.xs] }
st.xs += if st.n == 1 { st.xs } else { [] }
print st    # expect: { ids: ["k0": 0, "k1": 1, "k2": 2], out: "101214", xs: [1, 2, 2, 3, 4, 1, 2, 2, 3, 4], n: 1 }

# A call is given both the part and what holds it.
first_two = rows row -> {
    row[0] = 9
    [rows[0][0], row[0]]
}
st = { rows: [[1, 2], [3]] }
st.rows[0] = first_two st.rows st.rows[0]
print st.rows                     # expect: [[1, 9], [3]]
of_both = st xs -> {
    xs[0] = 9
    [st.xs[0], xs[0]]
}
st = { xs: [1, 2], n: 1 }
st = { ..st, xs: of_both st st.xs }
print st                          # expect: { xs: [1, 9], n: 1 }
st.xs = of_both st st.xs
print st                          # expect: { xs: [1, 9], n: 1 }
beside = old row -> {
    row[0] = 9
    [old[0], row[0]]
}
st = { rows: [[1, 2], [3]] }
a = st.rows[0]
st.rows[0] = beside a st.rows[0]
print st.rows                     # expect: [[1, 9], [3]]
