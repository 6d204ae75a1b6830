# Every way to put n queens on a board so that none attacks another.

# A partial solution lists the columns taken, the last row first.
safe? = column queens -> queens
    |> enumerate
    |> all ((i, other) -> other != column and abs (other - column) != i + 1)

solve = n queens -> if len queens == n { [queens] } else {
    0..n
        |> filter (column -> safe? column queens)
        |> flat_map (column -> solve n [column, ..queens])
}

show_board = queens -> {
    n = len queens
    for queen in queens {
        print (0..n |> map (column -> if column == queen { "Q" } else { "." }) |> join " ")
    }
}

solutions = solve 6 []
print "{len solutions} solutions on 6x6"     # expect: 4 solutions on 6x6
show_board (first solutions)
# expect: . . . . Q .
# expect: . . Q . . .
# expect: Q . . . . .
# expect: . . . . . Q
# expect: . . . Q . .
# expect: . Q . . . .

print "{len (solve 8 [])} on 8x8"            # expect: 92 on 8x8
