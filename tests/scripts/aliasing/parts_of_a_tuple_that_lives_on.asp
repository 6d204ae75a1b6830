# The parts of a returned tuple are taken while the tuple itself lives on.
t = ([1], [2])
either = n -> if n > 0 { t } else { ([5], [6]) }
a, b = either 1
a |>= push 3
b[0] = 4
print (t, a, b)  # expect: (([1], [2]), [1, 3], [4])
c, d = either 0
c |>= push 7
print (c, d, either 0)  # expect: ([5, 7], [6], ([5], [6]))
