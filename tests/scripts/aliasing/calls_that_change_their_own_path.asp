# The value of each statement is a call that gets the part which it replaces; another operand changes what the path leads to.
put = xs n -> {
    xs[0] = n
    xs
}
index_that_changes = m i -> {
    m[i] = put m[i] {
        i = 1
        7
    }
    m
}
print (index_that_changes [[0], [1]] 0)
# expect: [[0], [7]]
variable_that_changes = m -> {
    m[0] = put m[0] {
        m = [[5], [6]]
        7
    }
    m
}
print (variable_that_changes [[0], [1]])
# expect: [[7], [6]]
both = a b -> {
    a[0] = 9
    a + b
}
part_given_twice = m -> {
    m[0] = both m[0] m[0]
    m
}
print (part_given_twice [[0], [1]])
# expect: [[9, 0], [1]]
callee_that_is_the_part = q -> {
    q.f = q.f q.f
    q.f 3
}
print (callee_that_is_the_part { f: g -> g })
# expect: 3
pushed_path = q -> {
    q.xs |>= push {
        q = { xs: [5] }
        1
    }
    q
}
print (pushed_path { xs: [0] })
# expect: { xs: [0, 1] }
pushed_variable = n -> {
    xs = [n]
    ys = xs
    xs |>= push {
        xs = [5]
        1
    }
    (xs, ys)
}
print (pushed_variable 0)
# expect: ([0, 1], [0])
# Two targets are one place: only one of the values may move there.
one_place = n -> {
    a = [[n], [2]]
    a[0], a[0] = a[0], a[1]
    a[0][0] = 7
    a
}
print (one_place 1)
# expect: [[7], [2]]
# The borrower lacks the inner field that it is asked for, and has an outer one of that name.
inner_field = q -> {
    a = q[0]
    q[0].p.x += 1
    a.p.y
}
print (try (inner_field [{ p: { x: 1 }, y: 5 }]))
# expect: Err (KeyError { message: "there is no field `y` in \{ x: 1 }" })
holder_that_changes = q -> {
    q.m[0] = put q.m[0] {
        q = { m: [[5], [6]] }
        7
    }
    q
}
print (holder_that_changes { m: [[0], [1]] })
# expect: { m: [[7], [6]] }
