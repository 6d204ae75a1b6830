base = [0]
r = fold base (acc x -> { acc |>= push x; acc }) [1, 2]
print r
# expect: [0, 1, 2]
print base
# expect: [0]
