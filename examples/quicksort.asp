# The sorted list: all that is smaller than the first element, sorted; this element; the rest, sorted.
quicksort = xs -> match xs {
    []              -> []
    [pivot, ..rest] -> {
        lower, higher = rest |> partition (x -> x < pivot)
        quicksort lower + [pivot] + quicksort higher
    }
}

print (quicksort [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5])    # expect: [1, 1, 2, 3, 3, 4, 5, 5, 5, 6, 9]
print (quicksort (string.words "the quick brown fox jumps over the lazy dog"))
# expect: ["brown", "dog", "fox", "jumps", "lazy", "over", "quick", "the", "the"]

# A thousand numbers from a little generator, and the same by the prelude.
numbers = []
seed = 7
for _ in 0..1000 {
    seed = (seed * 1103515245 + 12345) % 2147483648
    numbers |>= push (seed % 500)
}
print (quicksort numbers == sort numbers)              # expect: true
