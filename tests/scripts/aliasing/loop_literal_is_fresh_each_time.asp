all_rows = []
for i in 0..3 {
    row = [0, 0]
    row[0] = i
    all_rows |>= push row
}
print all_rows
# expect: [[0, 0], [1, 0], [2, 0]]
