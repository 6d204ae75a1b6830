# The error of the first iteration that fails in order is the one that counts.
check = n -> { for i in 0..40 { i }; if n % 10 == 7 { error "bad {n}" }; n }
total = 0
print (try { for n in 0..100 { total += check n }; total })    # expect: Err "bad 7"
print total                                # expect: 21
caught = []
for n in 0..30 {
    match (try check n) { Ok v -> (); Err e -> { caught |>= push e } }
}
print caught                               # expect: ["bad 7", "bad 17", "bad 27"]
# A handler around the loop, in the same function and in its caller.
inside = xs -> {
    done = []
    r = try { for x in xs { done |>= push (check x) }; "all" }
    (r, done)
}
print (inside [1, 2, 3, 7, 8])             # expect: (Err "bad 7", [1, 2, 3])
outside = xs -> { t = 0; for x in xs { t += check x }; t }
print (try outside [4, 5, 17, 27])         # expect: Err "bad 17"
# Between two loops: the inner one ends, the outer one goes on.
rows = []
for y in 0..4 {
    r = try { s = 0; for x in 0..5 { s += check (y * 3 + x) }; s }
    rows |>= push r
}
print rows                                 # expect: [Ok 10, Err "bad 7", Err "bad 7", Ok 55]
