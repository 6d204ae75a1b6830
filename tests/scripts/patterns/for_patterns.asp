for (a, [b, ..c]) in [(1, [2, 3]), (4, [5])] { print "{a} {b} {c}" }
# expect: 1 2 [3]
# expect: 4 5 []
for { x } in [{ x: 1 }, { x: 2 }] { print x }
# expect: 1
# expect: 2
