# Iterations after the one that breaks have begun; nothing of them is seen, not even their errors.
check = n -> { for i in 0..50 { i }; if n > 3 { error "too far: {n}" }; n }
seen = []
for n in 0..1000 {
    seen |>= push (check n)
    if n == 3 { break }
}
print seen                                 # expect: [0, 1, 2, 3]
# The loop is entered again after a break, with the same registers.
rows = []
for y in 0..4 {
    row = []
    for x in 0..100 {
        if x > y { break }
        row |>= push (check 1 + x)
    }
    rows |>= push row
}
print rows                                 # expect: [[1], [1, 2], [1, 2, 3], [1, 2, 3, 4]]
# An endless range that is left early ends.
found = 0
for n in 0..1_000_000_000_000 {
    found = check 2 + n
    if found > 8 { break }
}
print found                                # expect: 9
