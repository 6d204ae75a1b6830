# Sudoku by trying: fill the empty cell with the fewest choices, and go back when there are none.

puzzle = """
    53..7....
    6..195...
    .98....6.
    8...6...3
    4..8.3..1
    7...2...6
    .6....28.
    ...419..5
    ....8..79
    """

parse = text -> text |> string.lines |> flat_map string.chars |> map (c -> if c == "." { 0 } else { int c })

# The digits that the row, the column and the box of a cell leave over.
choices = grid cell -> {
    row = cell // 9
    column = cell % 9
    corner = row // 3 * 27 + column // 3 * 3
    used = repeat 10 false
    for i in 0..9 {
        used[grid[row * 9 + i]] = true
        used[grid[i * 9 + column]] = true
        used[grid[corner + i // 3 * 9 + i % 3]] = true
    }
    1..=9 |> filter (digit -> not used[digit])
}

# `Some grid`, solved, or `None` if there is no solution.
solve = grid -> {
    best = None
    fewest = 10
    for cell in 0..81 {
        if grid[cell] == 0 {
            digits = choices grid cell
            if len digits < fewest {
                best = Some (cell, digits)
                fewest = len digits
            }
        }
    }
    match best {
        None -> Some grid
        Some (cell, digits) -> {
            for digit in digits {
                attempt = grid
                attempt[cell] = digit
                if solve attempt is Some solved { return Some solved }
            }
            None
        }
    }
}

match solve (parse puzzle) {
    Some grid -> grid |> chunks 9 |> each (row -> print (join "" row))
    None      -> print "impossible"
}
# expect: 534678912
# expect: 672195348
# expect: 198342567
# expect: 859761423
# expect: 426853791
# expect: 713924856
# expect: 961537284
# expect: 287419635
# expect: 345286179
