# An error between the read of a part and its write-back never shows that the part was moved.
broken = q -> {
    zs = q.xs
    zs[0] = 9
    zs[7] = 1
    q.xs = zs
    q
}
q = { xs: [1, 2], k: 1 }
print (try (broken q))
# expect: Err (IndexError { message: "index 7 is out of range for a list of length 2" })
print q
# expect: { xs: [1, 2], k: 1 }
print (try (broken { xs: [1, 2], k: 1 }))
# expect: Err (IndexError { message: "index 7 is out of range for a list of length 2" })
# The `try` is in the function itself.
inside = q -> {
    r = try {
        zs = q.xs
        zs[0] = 9
        zs[7] = 1
        q.xs = zs
        1
    }
    (q, r is Err _)
}
print (inside { xs: [1, 2], k: 1 })
# expect: ({ xs: [1, 2], k: 1 }, true)
# The read comes before the `try`, the write-back is in it.
half = q i -> {
    zs = q.xs
    zs[0] = 9
    r = try {
        zs[i] = 1
        q.xs = zs
        1
    }
    (q, zs, r is Err _)
}
print (half { xs: [1, 2] } 1)
# expect: ({ xs: [9, 1] }, [9, 1], false)
print (half { xs: [1, 2] } 7)
# expect: ({ xs: [1, 2] }, [9, 2], true)
# The write-back comes after the `try`.
after = q i -> {
    zs = q.xs
    r = try {
        zs[0] = 9
        zs[i] = 1
        1
    }
    q.xs = zs
    (q, r is Err _)
}
print (after { xs: [1, 2] } 1)
# expect: ({ xs: [9, 1] }, false)
print (after { xs: [1, 2] } 7)
# expect: ({ xs: [9, 2] }, true)
# A store between fails.
several = q r -> {
    ys = []
    t = try { ys, r[5], q.xs = q.xs, 1, () }
    (ys, r, q, t is Err _)
}
print (several { xs: [1, 2], k: 1 } [1])
# expect: ([1, 2], [1], { xs: [1, 2], k: 1 }, true)
outer = q r -> {
    ys, r[5], q.xs = q.xs, 1, ()
    (ys, r, q)
}
q = { xs: [1, 2], k: 1 }
print (try (outer q [1]))
# expect: Err (IndexError { message: "index 5 is out of range for a list of length 1" })
print q
# expect: { xs: [1, 2], k: 1 }
missing = q -> {
    zs = q.nothing
    q.nothing = zs
    q
}
print (try (missing q))
# expect: Err (KeyError { message: "there is no field `nothing` in \{ xs: [1, 2], k: 1 }" })
