xs = [1, 2]
ys = push 3 xs
last_one, rest = pop xs
rest |>= push 9
print [xs, ys, rest]
# expect: [[1, 2], [1, 2, 3], [1, 9]]
print last_one
# expect: 2
