# The message of an error shows what a record holds, so no part of it is missing then.
reads = q -> {
    zs = q.xs
    zs[0] = 9
    n = q.missing
    q.xs = zs
    (q, n)
}
print (try (reads { xs: [1, 2] }))
# expect: Err (KeyError { message: "there is no field `missing` in \{ xs: [1, 2] }" })
stores = q -> {
    zs = q.xs
    zs[0] = 9
    q.missing = 1
    q.xs = zs
    q
}
print (try (stores { xs: [1, 2] }))
# expect: Err (KeyError { message: "there is no field `missing` in \{ xs: [1, 2] }" })
adds = q -> {
    zs = q.xs
    zs[0] = 9
    q.missing += 1
    q.xs = zs
    q
}
print (try (adds { xs: [1, 2] }))
# expect: Err (KeyError { message: "there is no field `missing` in \{ xs: [1, 2] }" })
matches = q -> {
    zs = q.xs
    zs[0] = 9
    { missing } = q
    q.xs = zs
    (q, missing)
}
print (try (matches { xs: [1, 2] }))
# expect: Err (MatchError { message: "no pattern matches \{ xs: [1, 2] }", value: { xs: [1, 2] } })
elements = m -> {
    row = m[0]
    row[0] = 9
    m["a"] = 1
    m[0] = row
    m
}
print (try (elements [[1], [2]]))
# expect: Err (TypeError { message: "the index of a list is an Int, not \"a\"" })
