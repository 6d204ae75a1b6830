seen = []
for i in 0..3 {
    y = i * 10
    seen |>= push y
}
print seen
# expect: [0, 10, 20]
