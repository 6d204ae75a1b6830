# A round fails after its value was added to the results, which have not been read: they hold the value once.
spin = n -> { sum = 0; for i in 0..n { sum += i % 3 }; sum }
work = x -> { a = spin 60; if x % 3 == 0 { error x }; (a, x) }
boxed = x -> [work x, spin 4]
rounds = map (x -> match try boxed x { Ok _ -> x, Err e -> -e }) (0..12)
print rounds  # expect: [0, 1, 2, -3, 4, 5, -6, 7, 8, -9, 10, 11]
for turn in 0..20 {
    kept = map (x -> try boxed x) (0..60)
    right = map (x -> if x % 3 == 0 { kept[x] == Err x } else { kept[x] is Ok [(60, _), _] }) (0..60)
    if len kept != 60 or not all identity right { print (turn, len kept, right) }
    found = filter (x -> (try boxed x) is Ok _) (0..30)
    if len found != 20 { print (turn, found) }
}
print "done"  # expect: done
