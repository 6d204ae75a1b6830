# An alternative of `or` may match before the rest of the pattern fails.
f = v -> match v {
    (([x, ..rest] or (x, rest)), 5) -> push x rest
    (xs, _) -> {
        xs[0] = 1000
        xs
    }
}
print (f ([1, 2, 3], 6))              # expect: [1000, 2, 3]
print (f ([1, 2, 3], 5))              # expect: [2, 3, 1]
print (f ((1, [2]), 5))               # expect: [2, 1]

# Here nothing can fail afterwards.
g = v -> match v {
    (5, ([x, ..rest] or (x, rest))) -> push x rest
    (_, xs) -> xs
}
print (g (5, [1, 2, 3]))              # expect: [2, 3, 1]
print (g (6, [1, 2, 3]))              # expect: [1, 2, 3]

h = v -> match v {
    { a: [x, ..rest] or (x, rest), b: [5] } -> push x rest
    { a } -> a
}
print (h { a: [1, 2, 3], b: [6] })    # expect: [1, 2, 3]
print (h { a: [1, 2, 3], b: [5] })    # expect: [2, 3, 1]

# A variable keeps its value, too.
x = 1
v = (Some 2, 6)
print ((try { ((Some x or Ok x), 5) = v }) is Err (MatchError _))    # expect: true
print x                               # expect: 1
print ((try { ((Some x or Ok x), 5) = (Some 2, 6) }) is Err (MatchError _))    # expect: true
print x                               # expect: 1
((Some x or Ok x), 5) = (Ok [2], 5)
print x                               # expect: [2]
k = v -> {
    y = [0]
    z = y
    failed = (try { ([y, _] or (y, _), 5) = v }) is Err _
    y[0] = 7
    (failed, y, z)
}
print (k ([[1], 2], 6))               # expect: (true, [7], [0])
print (k ([[1], 2], 5))               # expect: (false, [7], [0])
print (k (([1], 2), 5))               # expect: (false, [7], [0])
print ((try { (x, 5) = (2, 6) }) is Err (MatchError { value: (2, 6) }))    # expect: true
print x                               # expect: [2]
