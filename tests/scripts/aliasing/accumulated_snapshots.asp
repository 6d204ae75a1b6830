state = [0, 0]
history = []
for i in 0..3 {
    state[0] = i
    history |>= push state
}
print history
# expect: [[0, 0], [1, 0], [2, 0]]
