# A part at such an index is moved, as long as the length stays what it was.
ring = g n -> {
    for i in 0..n {
        row = g[i % len g]
        row[0] += i
        g[i % len g] = row
    }
    g
}
rows = [[0], [1], [2]]
print (ring rows 5)
# expect: [[3], [6], [4]]
print rows
# expect: [[0], [1], [2]]
measured = g i -> {
    row = g[i % len g]
    row[0] += len g
    g[i % len g] = row
    g
}
print (measured [[0], [1]] 3)
# expect: [[0], [3]]
# A longer list has another part there.
grown = g i -> {
    row = g[i % len g]
    row[0] = 7
    g |>= push [9]
    g[i % len g] = row
    g
}
print (grown [[0], [1]] 3)
# expect: [[7], [1], [9]]
print (grown [[0], [1]] 2)
# expect: [[0], [1], [7]]
other = g xs -> {
    row = g[len xs]
    row[0] = 7
    xs |>= push 0
    g[len xs] = row
    (g, xs)
}
print (other [[0], [1], [2]] [5])
# expect: ([[0], [1], [7]], [5, 0])
of_element = g xs -> {
    row = g[len xs]
    row[0] = 7
    xs[0] = 1
    g[len xs] = row
    (g, xs)
}
print (of_element [[0], [1], [2]] [5])
# expect: ([[0], [7], [2]], [1])
new_key = d -> {
    v = d[len d]
    v[0] = 3
    d[0] = [4]
    d[len d] = v
    d
}
print (new_key [1: [1]])
# expect: [1: [1], 0: [4], 2: [3]]
last = d -> {
    d[len d] = d[len d - 1]
    d[len d - 1][0] += 1
    d
}
print (last [0: [1]])
# expect: [0: [1], 1: [2]]
# Another function of this name may look at all of the list.
own_len = g -> {
    len = xs -> xs[0][0]
    row = g[len g]
    row[0] = 1
    g[len g] = row
    g
}
print (own_len [[0], [5]])
# expect: [[1], [5]]
# A record has no length: the error shows all of it.
shown = q -> {
    xs = q.xs
    xs[0] = 7
    found = try (len q)
    q.xs = xs
    (found, q)
}
found, q = shown { xs: [1] }
print q
# expect: { xs: [7] }
print found
# expect: Err (TypeError { message: "len: xs must be a List, String, Dict, Range, Bytes or Tuple, not \{ xs: [1] }, a Record", hint: "`dict r` is a dict of a record's fields" })
# It fails before anything is taken.
raised = q -> {
    xs = q.xs
    xs[0] = 7
    n = len q
    q.xs = xs
    n
}
print (try (raised { xs: [1] }))
# expect: Err (TypeError { message: "len: xs must be a List, String, Dict, Range, Bytes or Tuple, not \{ xs: [1] }, a Record", hint: "`dict r` is a dict of a record's fields" })
