# The number of ways to put n queens on a board.
place = n row columns -> {
    if row == n { 1 } else { try_column n row 0 columns }
}
try_column = n row column columns -> {
    if column == n { 0 } else {
        here = if is_free column row columns { place n (row + 1) [(row, column), ..columns] } else { 0 }
        rest = try_column n row (column + 1) columns
        here + rest
    }
}
is_free = column row columns -> {
    for (r, c) in columns { if c == column or c - column == r - row or c - column == row - r { return false } }
    true
}
print (place 11 0 [])
# expect: 2680
