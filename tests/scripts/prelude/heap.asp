# A heap gives its elements in order, whatever the order of pushes and pops.
drain = h -> {
    out = []
    while not (empty? h) {
        least, h = heap.pop h
        out |>= push least
    }
    out
}
xs = [5, 3, 8, 1, 9, 2, 5, 7, 3, 0]
print (drain (heap xs))  # expect: [0, 1, 2, 3, 3, 5, 5, 7, 8, 9]
print xs  # expect: [5, 3, 8, 1, 9, 2, 5, 7, 3, 0]
print (drain (fold [] (h x -> heap.push x h) xs) == sort xs)  # expect: true

# Against a sorted list.
rng = random.from_seed 5
queue = heap []
model = []
for _ in 0..3000 {
    n, rng = random.next_int 100 rng
    if n < 55 or empty? model {
        queue |>= heap.push n
        model = sort (push n model)
    } else if n < 80 {
        least, queue = heap.pop queue
        assert (least == model[0])
        model = drop 1 model
    } else {
        least, queue = heap.replace n queue
        assert (least == model[0])
        model = sort (push n (drop 1 model))
    }
    assert (len queue == len model and (empty? queue or first queue == first model))
}
print (drain queue == model)  # expect: true

# Pairs are ordered by the priority, then by the value.
jobs = heap [(2, "b"), (1, "c"), (2, "a")]
print (drain jobs)  # expect: [(1, "c"), (2, "a"), (2, "b")]
print (drain (heap.from (0..5)))  # expect: [0, 1, 2, 3, 4]
print (try heap.pop [])  # expect: Err (IndexError { message: "heap.pop: h is empty" })
print (try heap.replace 1 [])  # expect: Err (IndexError { message: "heap.replace: h is empty" })
print ((try heap.push "a" [1]) is Err (TypeError _))  # expect: true

print (try heap.pop (0..3))  # expect: Err (TypeError { message: "heap.pop: h must be a List, not 0..3" })
print ((try heap.push 1 [1: 2]) is Err (TypeError _))  # expect: true

# An earlier value stays as it was.
before = heap [4, 6]
after = heap.push 1 before
_, rest = heap.pop before
print (before, after, rest)  # expect: ([4, 6], [1, 6, 4], [6])
