# A round fails, is caught and goes on: rounds that ran ahead of it have left nothing in the results.
fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }
work = x -> { a = fib 6; b = if x % 3 == 0 { error x } else { fib 5 }; a + b }
pair = x -> (work x) + (work (x + 1))
print (map (x -> match try pair x { Ok v -> v, Err e -> -e }) (0..12))
# expect: [0, 26, -3, -3, 26, -6, -6, 26, -9, -9, 26, -12]
print (filter (x -> (try pair x) is Ok _) (0..12))  # expect: [1, 4, 7, 10]
# A hit in a round of another range.
safe = x xs -> not any (y -> y % 7 == x) xs
print (filter (x -> safe x (0..5)) (0..9))  # expect: [5, 6, 7, 8]
print (flat_map (x -> if safe x (0..5) { [x, fib x] } else { [] }) (0..9))  # expect: [5, 5, 6, 8, 7, 13, 8, 21]
print (partition (x -> safe x (0..5)) (0..9))  # expect: ([5, 6, 7, 8], [0, 1, 2, 3, 4])
