work = n -> { for i in 0..40 { i }; n }
made = []
total = 0
for x in 0..5 {
    k = work x
    made |>= push (y -> y + k + total)
    total += k
}
print (map (f -> f 100) made)              # expect: [100, 101, 103, 106, 110]
even = n -> n == 0 or odd (n - 1)
odd = n -> n > 0 and even (n - 1)
hits = 0
for x in 0..9 { if even x { hits += work 1 } }
print hits                                 # expect: 5
