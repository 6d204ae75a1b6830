# A name that alternatives bind at different depths is a part of what is nearer to the outside.
f = xs -> match xs {
    [(x, _)] or [x, _] -> {
        xs[0][0] = 9
        print x
        print xs
    }
}
f [[1, 2], 5]
# expect: [1, 2]
# expect: [[9, 2], 5]
f [([1], 2)]
# expect: [1]
# expect: [(9, 2)]
