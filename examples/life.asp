# Conway's game of life on an endless board: the living cells are a list of (x, y).

neighbours = (x, y) -> [
    (x - 1, y - 1), (x, y - 1), (x + 1, y - 1),
    (x - 1, y), (x + 1, y),
    (x - 1, y + 1), (x, y + 1), (x + 1, y + 1),
]

step = cells -> {
    alive = set cells
    counts = [:]
    for cell in flat_map neighbours cells { counts[cell] = get_or cell 0 counts + 1 }
    counts
        |> entries
        |> filter ((cell, n) -> n == 3 or n == 2 and set.has? cell alive)
        |> map ((cell, _) -> cell)
}

draw = width height cells -> {
    alive = set cells
    for y in 0..height {
        print (0..width |> map (x -> if set.has? (x, y) alive { "#" } else { "." }) |> join "")
    }
}

parse = text -> {
    cells = []
    for y, line in enumerate (string.lines text) {
        for x, c in enumerate line {
            if c == "#" { cells |>= push (x, y) }
        }
    }
    cells
}

cells = parse """
    .#...
    ..#..
    ###..
    """

for generation in 0..=4 {
    if generation % 2 == 0 {
        print "generation {generation}"
        draw 6 5 cells
    }
    cells = step cells
}

# expect: generation 0
# expect: .#....
# expect: ..#...
# expect: ###...
# expect: ......
# expect: ......
# expect: generation 2
# expect: ......
# expect: ..#...
# expect: #.#...
# expect: .##...
# expect: ......
# expect: generation 4
# expect: ......
# expect: ..#...
# expect: ...#..
# expect: .###..
# expect: ......
