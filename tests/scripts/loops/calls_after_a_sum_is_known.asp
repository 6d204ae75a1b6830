# A part of a loop that has learned the sum before it makes calls, which may be split: then another strand ends the part.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
floats = n -> {
    t = 0.1
    for i in list (0..n) + [0] + list (0..n) {
        if i < 3 { slow 12 }
        t -= 1.0 / (i + 1)
    }
    t
}
print (all (_ -> floats 300 == floats 300) (0..10), floats 300)
# expect: (true, -13.465327760599003)
# Another sum is still apart.
several = n -> {
    t, count, seen = 0.1, 0, []
    for i in list (0..n) + [0] + list (0..n) {
        if i < 3 { slow 12 }
        t += 1.0 / (i + 1)
        if i % 50 == 0 { count += i }
        if i % 100 == 0 { seen |>= push i }
    }
    (t, count, seen)
}
print (all (_ -> several 300 == several 300) (0..10), several 300)
# expect: (true, (13.665327760599006, 1500, [0, 100, 200, 0, 0, 100, 200]))
