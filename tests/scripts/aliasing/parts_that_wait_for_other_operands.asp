# A part is read before a later operand changes it where it is.
first = xs n -> xs[0] + n
for_a_reader = q -> first q.xs {
    q.xs[0] = 9
    1
}
print (for_a_reader { xs: [1] })
# expect: 2
# The part is one of a variable that a pattern takes out of another one.
of_a_pattern = q -> {
    a = q.r
    { m } = a
    m.xs + {
        q.r.m.xs[0] = 9
        [2]
    }
}
print (of_a_pattern { r: { m: { xs: [1] } } })
# expect: [1, 2]
# An error shows the value from before, also of a variable of a pattern.
shown = q -> {
    { m } = q
    q.m.x += 1
    m.none
}
print (try (shown { m: { x: 1, y: 2 } }))
# expect: Err (KeyError { message: "there is no field `none` in \{ x: 1, y: 2 }" })
