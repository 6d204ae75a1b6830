# A loop that takes tuples, lists and labels apart is split like any other. The error of a pattern that does not
# match is that of the first iteration in order.
work = n -> { for i in 0..30 { i }; n }
pairs = n -> list (0..n) |> map (i -> (i, i * 2))
total = xs -> { t = 0; for a, b in xs { t += work a * b }; t }
print (total (pairs 200))                                       # expect: 5293400
entries_of = d -> { out = []; for k, v in d { out |>= push "{k}{work v}" }; out }
print (entries_of ["a": 1, "b": 2, "c": 3])                     # expect: ["a1", "b2", "c3"]
numbered = xs -> { best = (-1, -1); for i, x in enumerate xs { if work x > best.1 { best = (i, x) } }; best }
print (numbered [3, 9, 2, 9, 4])                                # expect: (1, 9)
inside = xs -> { t = 0; for x in xs { (a, b) = x; [c, ..rest] = work [a, b, a]; t += c + len rest }; t }
print (inside (pairs 100))                                      # expect: 5150
queue = n -> { q = pairs n; done = []; while not empty? q { [(a, b), ..q] = q; done |>= push (work (a + b)) }; sum done }
print (queue 50)                                                # expect: 3675
labels = xs -> { t = 0; loop { match xs { [Some x, ..rest] -> { t += work x; xs = rest }, [] -> break t } } }
print (labels (list (0..50) |> map Some))                       # expect: 1225
print (try (labels [Some 1, Some 2, None, Some 4]) is Err (MatchError _))
# expect: Err (MatchError { message: "no pattern matches [None, Some 4]", value: [None, Some 4] })
print (try (total (pairs 20 + [(1, 2, 3)] + pairs 20)) is Err _)
# expect: Err (MatchError { message: "no pattern matches (1, 2, 3)", value: (1, 2, 3) })
bad = xs -> { seen = 0; for a, b in xs { seen += work a; print "seen {seen}" }; seen }
print (try (bad [(1, 2), (3, 4), 5, (6, 7)]))
# expect: seen 1
# expect: seen 4
# expect: Err (MatchError { message: "no pattern matches 5", value: 5 })
caught = xs -> { t = 0; for x in xs { t += (match (try { (a, b) = x; work (a + b) }) { Ok n -> n, Err _ -> 1000 }) }; t }
print (caught [(1, 2), 3, (4, 5), (6, 7, 8), (9, 10)])          # expect: 2031
outside = xs -> try { for a, b in xs { work a; print "{a} {b}" }; "all" }
print (outside [(1, 2), (3, 4), [5], (6, 7)])
# expect: 1 2
# expect: 3 4
# expect: Err (MatchError { message: "no pattern matches [5]", value: [5] })
nested = xss -> { t = 0; for xs in xss { for a, b in xs { t += work (a - b) } }; t }
print (nested [[(5, 1), (6, 2)], [(7, 3)], []])                 # expect: 12
sums = xs -> { s = 0; n = 0; for a, b in xs { s += a * b; n += 1 }; (s, n) }
print (sums (pairs 5000))                                       # expect: (83308335000, 5000)
print (try (sums (pairs 3000 + [7] + pairs 3000)) is Err (MatchError _))
# expect: Err (MatchError { message: "no pattern matches 7", value: 7 })
keyed = d -> { for k, v in d { d[k] = work v + 1 }; d }
print (keyed ["x": 1, "y": 2])                                  # expect: ["x": 2, "y": 3]
