# `m[i]` is another part before `i` changes.
counting = m -> {
    i = 0
    while i < 2 {
        row = m[i]
        row[0] = 7
        i += 1
        if i < 3 { m[i] = row }
    }
    m
}
print (counting [[0, 1], [2, 3], [4, 5]])
# expect: [[0, 1], [7, 1], [7, 1]]
assigned = m i -> {
    row = m[i]
    row[0] = 7
    i = 1
    m[i] = row
    m
}
print (assigned [[0, 1], [2, 3]] 0)
# expect: [[0, 1], [7, 1]]
together = m i -> {
    row = []
    i, m[i], row = 1, m[i], m[0]
    row |>= push 5
    (m, row)
}
print (together [[0, 1], [2, 3]] 0)
# expect: ([[0, 1], [0, 1]], [0, 1, 5])
first = m i -> {
    m[i], i = m[i], 1
    row = m[i]
    row[0] = 6
    m[i] = row
    m
}
print (first [[0, 1], [2, 3]] 0)
# expect: [[0, 1], [6, 3]]
# The key is a list that is changed in place.
listed = d k -> {
    v = d[k]
    v[0] = 3
    k[0] = 2
    d[k] = v
    (d, k)
}
print (listed [[1]: [1], [2]: [2]] [1])
# expect: ([[1]: [1], [2]: [3]], [2])
pushed = d k -> {
    v = d[k]
    v[0] = 3
    k |>= push 2
    d[k] = v
    (d, k)
}
print (pushed [[1]: [1], [2]: [2]] [1])
# expect: ([[1]: [1], [2]: [2], [1, 2]: [3]], [1, 2])
looped = m -> {
    row = [0]
    for i in 0..2 {
        row = m[i]
        row[0] += 10
    }
    for i in 0..2 { m[i] = row }
    m
}
print (looped [[1], [2], [3]])
# expect: [[12], [12], [3]]
# Two indexes may be equal.
both = m i j -> {
    a = m[i]
    b = m[j]
    a[0] = 7
    b[0] = 8
    m[i] = a
    m[j] = b
    m
}
print (both [[0], [1]] 0 1)
# expect: [[7], [8]]
print (both [[0], [1]] 0 0)
# expect: [[8], [1]]
swapped = m i j -> {
    a = m[i]
    b = m[j]
    a[0] += 10
    m[i] = b
    m[j] = a
    m
}
print (swapped [[0], [1]] 0 1)
# expect: [[1], [10]]
print (swapped [[0], [1]] 1 1)
# expect: [[0], [11]]
print (swapped [[0], [1]] 1 -1)
# expect: [[0], [11]]
computed = m i n -> {
    row = m[i + n]
    row[0] = 7
    n += 1
    m[i + n] = row
    m
}
print (computed [[0], [1], [2]] 0 1)
# expect: [[0], [1], [7]]
steady = m i -> {
    row = m[(i + 1) % 3]
    row[0] = 7
    m[(i + 1) % 3] = row
    m
}
print (steady [[0], [1], [2]] 1)
# expect: [[0], [1], [7]]
