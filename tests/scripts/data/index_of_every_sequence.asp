# One rule for every sequence: an index counts from the end if it is negative, and is an IndexError outside.
numbers = 0..5
sequences = [list numbers, (0, 1, 2, 3, 4), "abcde", b"abcde", numbers, 0..=4, range 4 -1 -1, []]
at = xs i -> try xs[i]
wrong = []
for xs in sequences {
    n = len xs
    all = list xs
    for i in -8..8 {
        place = if i < 0 { i + n } else { i }
        good = if place >= 0 and place < n { at xs i == Ok all[place] } else { at xs i is Err (IndexError _) }
        if not good { wrong |>= push (xs, i, at xs i) }
    }
}
print wrong                                             # expect: []
print (try (0..10)[10])                                 # expect: Err (IndexError { message: "index 10 is out of range for a range of length 10" })
print ((0..10)[-1], (1..=9)[-9], (range 10 0 -3)[-1])   # expect: (9, 1, 1)
print ((0..10 ** 30)[-1])                               # expect: 999999999999999999999999999999
print ((try (5..5)[0]) is Err (IndexError _))           # expect: true
