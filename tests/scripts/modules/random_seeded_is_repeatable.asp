draw = rng n -> {
    xs = []
    for _ in 0..n {
        x, rng = random.next_int 100 rng
        xs |>= push x
    }
    xs
}
a = draw (random.from_seed 42) 20
print (a == draw (random.from_seed 42) 20)
# expect: true
print (a == draw (random.from_seed 43) 20)
# expect: false
print (all (x -> x >= 0 and x < 100) a)
# expect: true
