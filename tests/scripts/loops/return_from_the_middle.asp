work = n -> { t = n; for i in 0..100 { t = (t + i) % 97 }; t }
search = wanted xs -> {
    tried = 0
    for x in xs {
        v = work x
        tried += 1
        if v == wanted { return (x, tried) }
    }
    ("none", tried)
}
print (search (work 7) (list (0..40)))     # expect: (7, 8)
print (search 1000 (list (0..40)))         # expect: ("none", 40)
nested = limit -> {
    sum = 0
    for a in 0..20 {
        for b in 0..20 {
            sum += work (a * b)
            if sum > limit { return (a, b, sum) }
        }
        sum += 1
    }
    sum
}
print (nested 500)                         # expect: (2, 12, 507)
# The call that a function returns takes the place of its frame.
last = n -> { for i in 0..30 { i }; "last {n}" }
by_call = xs -> { t = 0; for x in xs { t += work x; if t > 200 { return last x } }; "end" }
print (by_call (list (0..50)))             # expect: last 17
parts = xs -> { for x in xs { if work x > 10 { return (x, work x) } }; (0, 0) }
a, b = parts [1, 2, 3, 8, 40]
print "{a} {b}"                            # expect: 8 11
