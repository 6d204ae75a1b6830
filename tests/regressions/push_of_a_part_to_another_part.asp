# The compiler crashed where `push` puts the part that it replaces into a list that comes from the same variable.
field = q -> {
    q.xs = push q.xs q.ys
    q
}
print (field { xs: [1], ys: [[2]] })
# expect: { xs: [[2], [1]], ys: [[2]] }
new_list = q -> {
    q.xs = push q.xs [q.ys]
    q
}
print (new_list { xs: [1], ys: [2] })
# expect: { xs: [[2], [1]], ys: [2] }
deep = q -> {
    q.a[0] = q.b |> push q.a[0]
    q.a[0][1][0] = 9
    q
}
print (deep { a: [[1]], b: [5] })
# expect: { a: [[5, [9]]], b: [5] }
itself = q -> {
    q.xs = push q.xs [0]
    q.xs[1][0] = 7
    q
}
print (itself { xs: [1, 2] })
# expect: { xs: [0, [7, 2]] }
missing = q -> {
    q.xs = push q.xs q.none
    q
}
print (try (missing { xs: [1] }))
# expect: Err (KeyError { message: "there is no field `none` in \{ xs: [1] }" })
