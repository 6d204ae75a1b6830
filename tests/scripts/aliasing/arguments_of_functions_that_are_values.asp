# Arguments that a function found at run time keeps stay as they were, however many arguments it gets.
same = name got want -> if got == want { 1 } else { print (name, got); 0 }
reads = a b -> len a + b
maker = u -> (v -> [v])
second = a b -> [b]
third = a b c -> [c]

too_few = f xs -> {
    p = f xs
    xs |>= push 9
    (p, xs)
}
too_many = f xs -> {
    p = f 1 xs
    xs |>= push 9
    (p, xs)
}
the_last = f xs -> {
    p = f xs
    xs |>= push 9
    (p, xs)
}
check = () -> {
    n = match too_few reads [1, 2] { (p, xs) -> same "too few" (p 1, xs) (3, [1, 2, 9]) }
    n += match too_few zip [1, 2] { (p, xs) -> same "native" (p [3, 4, 5], xs) ([(1, 3), (2, 4)], [1, 2, 9]) }
    n += match too_few list.append [1] { (p, xs) -> same "appended" (p [3], p [4], xs) ([1, 3], [1, 4], [1, 9]) }
    n += same "too many" (too_many maker [1]) ([[1]], [1, 9])
    n += same "partial" (the_last (second 1) [1]) ([[1]], [1, 9])
    n += same "two held" (the_last (third 1 2) [1]) ([[1]], [1, 9])
    held = second 5
    n += same "again" (the_last held [1], the_last held [2]) (([[1]], [1, 9]), ([[2]], [2, 9]))
    n + same "label" (the_last Some [1]) (Some [1], [1, 9])
}
total = 0
for round in 0..3 { total += check () }
print total   # expect: 24
