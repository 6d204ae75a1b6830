# A call, and after it a loop that ends before the call: what `break` squashes must not take the call's own
# continuation with it.
slow = n -> { t = n; for i in 0..300 { t = (t * 7 + i) % 1009 }; t }
quick = n -> n % 4
leave = round -> {
    first = slow round
    seen = 0
    for n in 0..20 {
        seen += quick n
        if n == round % 5 { break }
    }
    second = slow (seen + round)
    (first == slow round, seen, second == slow (seen + round))
}
odd = 0
for round in 0..150 {
    same, seen, also = leave round
    expected = 0
    for n in 0..=(round % 5) { expected += n % 4 }
    if not (same and also and seen == expected) { odd += 1 }
}
print odd                                  # expect: 0
