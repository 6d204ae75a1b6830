# A name that alternatives bind at different depths is a part of what is nearer to the outside.
f = xs -> match xs {
    [(x, _)] or [x, _] -> {
        xs[0][0] = 9
        (x, xs)
    }
}
print (f [[1, 2], 5])    # expect: ([1, 2], [[9, 2], 5])
print (f [([1], 2)])     # expect: ([1], [(9, 2)])
