# A part that is replaced by its own slice is shortened in place, unless something else has it.
st = { xs: list (0..40), n: 0 }
other = st
kept = st.xs
st.xs = st.xs[..-1]
st.xs |>= push 100
st.xs = st.xs[2..]
st.xs[0] = 200
print (len st.xs, st.xs[0], st.xs[-1])      # expect: (38, 200, 100)
print (kept == list (0..40), other == { xs: list (0..40), n: 0 })  # expect: (true, true)
# A record that is shared shares its parts.
a = { xs: list (0..40), n: 0 }
b = a
b.xs = b.xs[..-1]
b.xs[0] = 9
print (len a.xs, a.xs[0], len b.xs)         # expect: (40, 0, 39)
rows = [list (0..40), list (0..40)]
rows[0] = rows[0][..=20]
rows[1] = rows[1][len rows[0]..]
rows[0] |>= push 1
print (len rows[0], len rows[1], rows[1][0])    # expect: (22, 19, 21)
# A slice that fails leaves the part.
r = try { st.xs = st.xs[.."x"]; 1 }
print (r is Err (TypeError _), len st.xs)   # expect: (true, 38)
shorten = s -> { s.xs = s.xs[..s.n]; s }
r = try (shorten { xs: [1, 2], n: "two" })
print (r is Err (TypeError _))              # expect: true
text = { of: "abc" }
text.of = text.of[1..]
print text.of                               # expect: bc
