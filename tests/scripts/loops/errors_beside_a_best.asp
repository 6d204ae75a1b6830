# A half of the loop does not know the best value before it, so it may compute for an element that is none in order. What fails
# there fails only if it would in order.
best_of = n ys -> {
    best = -1
    tag = 0
    for i in 0..n {
        x = (n - i) * 3 + i % 2
        if x > best {
            best = x
            tag = ys[i]
        }
    }
    (best, tag)
}
print (best_of 20000 [7, 8, 9])
# expect: (60000, 7)

with_dict = n d -> {
    best = 0
    found = ""
    for i in 0..n {
        x = n - i
        if x > best {
            best = x
            found = d[x]
        }
    }
    (best, found)
}
print (with_dict 5000 [5000: "first"])
# expect: (5000, "first")

divided = n -> {
    least = 10 ** 9
    part = 0
    for i in 0..n {
        if i < least {
            least = i
            part = 100 // (1 - i)
        }
    }
    (least, part)
}
print (divided 20000)
# expect: (0, 100)

# An error that comes in order, too, with what was computed before it.
fails = n ys -> {
    best = -1
    tag = 0
    for i in 0..n {
        if i > best {
            best = i
            tag = ys[i]
        }
    }
    (best, tag)
}
print (try (fails 5000 (list (0..4000))))
# expect: Err (IndexError { message: "index 4000 is out of range for a list of length 4000" })

caught = n ys -> {
    best = -1
    tag = 0
    failed = 0
    for i in 0..n {
        x = (n - i) * 3
        match (try { if x > best { best = x; tag = ys[i] } }) {
            Err _ -> failed += 1
            Ok _ -> ()
        }
    }
    (best, tag, failed)
}
print (caught 5000 [7])
# expect: (15000, 7, 0)
