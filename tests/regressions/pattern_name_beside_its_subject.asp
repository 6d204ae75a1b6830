# A name for the whole of a variable keeps its value when the variable gets another one.
both = x -> {
    a = x + [1]
    match a {
        c -> {
            c, a = c, c
            c |>= push 2
            (c, a)
        }
    }
}
print (both [0])
# expect: ([0, 1, 2], [0, 1])
assigned = x -> {
    a = x + [1]
    match a {
        c -> {
            a = [7]
            (c, a)
        }
    }
}
print (assigned [0])
# expect: ([0, 1], [7])
tested = x -> {
    a = x + [1]
    if a is c {
        a = []
        a |>= push c
        (c, a)
    }
}
print (tested [0])
# expect: ([0, 1], [[0, 1]])
in_a_loop = x -> {
    a = x + [1]
    all = []
    for i in 0..2 {
        match a {
            c -> {
                a = [i]
                all |>= push c
            }
        }
    }
    (all, a)
}
print (in_a_loop [0])
# expect: ([[0, 1], [0]], [1])
