# Tic-tac-toe played perfectly by both sides. A board is a list of nine marks, "X", "O" or ".".

lines = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6),
]

won? = mark board -> lines |> any ((a, b, c) -> board[a] == mark and board[b] == mark and board[c] == mark)

free = board -> 0..9 |> filter (i -> board[i] == ".")

opponent = mark -> if mark == "X" { "O" } else { "X" }

play = i mark board -> {
    board[i] = mark
    board
}

# The value of the board to the side that moves next: positive if it wins, and higher if it wins sooner.
worth = mark board -> {
    moves = free board
    if won? (opponent mark) board { return -1 - len moves }
    if empty? moves { return 0 }
    moves |> map (i -> -(worth (opponent mark) (play i mark board))) |> max
}

best_move = mark board -> free board |> max_by (i -> -(worth (opponent mark) (play i mark board)))

draw = board -> {
    board |> chunks 3 |> each (row -> print (join " " row))
    print ""
}

# X has taken the centre and O an edge, which is a mistake.
board = string.chars "....X..O."
draw board
mark = "X"
while not empty? (free board) and not won? (opponent mark) board {
    board = play (best_move mark board) mark board
    draw board
    mark = opponent mark
}
print (if won? (opponent mark) board { "{opponent mark} wins" } else { "a draw" })

# expect: . . .
# expect: . X .
# expect: . O .
# expect:
# expect: X . .
# expect: . X .
# expect: . O .
# expect:
# expect: X . .
# expect: . X .
# expect: . O O
# expect:
# expect: X . .
# expect: . X .
# expect: X O O
# expect:
# expect: X O .
# expect: . X .
# expect: X O O
# expect:
# expect: X O X
# expect: . X .
# expect: X O O
# expect:
# expect: X wins
