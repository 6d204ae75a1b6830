# The part is read before the value is computed, and the list has what it was.
add = n -> {
    v = { a: n, b: 2 }
    xs = [v.a]
    v.a += { v.a = 9; 8 }
    (v, xs)
}
put = n -> {
    v = [n, [1]]
    xs = [v[0]]
    v[0] |>= push { v[0] = [9]; 8 }
    (v, xs)
}
grow = n -> {
    v = (n, 1)
    ys = v.0
    v.0 += { v.0 = [9]; [8] }
    (v, ys)
}
print (add 5)      # expect: ({ a: 13, b: 2 }, [5])
print (put [5])    # expect: ([[5, 8], [1]], [[5]])
print (grow [5])   # expect: (([5, 8], 1), [5])
