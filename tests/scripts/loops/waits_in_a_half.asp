# What a half adds to stays with it while calls in its body wait, and have loops of their own.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
step = t k -> t * 3 % 1009 + k
inner = a i -> {
    t = 0
    for k in 0..4 { t = step t (a + k + i) }
    t
}
waiting = n -> {
    a = slow 13
    total = 0
    for i in 0..n { total += if i % 4 == 3 { inner a i } else { i } }
    total
}
in_order = n -> {
    total = 0
    for i in 0..n {
        total += if i % 4 == 3 { inner 233 i } else { i }
        if total < 0 { break }
    }
    total
}
print (all (n -> waiting n == in_order n) (0..40))
# expect: true
best_while_waiting = n -> {
    a = slow 13
    best, at = -1, -1
    for i in 0..n {
        x = if i % 4 == 3 { inner a i } else { i }
        if x > best {
            best = x
            at = i
        }
    }
    (best, at)
}
best_in_order = n -> {
    best, at = -1, -1
    for i in 0..n {
        x = if i % 4 == 3 { inner 233 i } else { i }
        if x > best {
            best = x
            at = i
        }
        if best < -1 { break }
    }
    (best, at)
}
print (all (n -> best_while_waiting n == best_in_order n) (0..40))
# expect: true
# A loop in a call of the body waits for a call that began before, and another strand has its next iterations only
# if the sum below it is complete. The call of `step` is what the call of `late` may overlap with. A loop over an odd
# number of elements may be halved in its first iteration.
late = x k -> {
    if k == 0 { return x }
    y = late x (k - 1)
    y + 1
}
waiting_apart = n -> {
    a = late n 20
    b = step 1 n
    total = 0
    for i in 0..n {
        total += i
        total += inner a i
    }
    total + b
}
found = []
for _ in 0..40 { found |>= push (waiting_apart 9 + waiting_apart 17 + waiting_apart 33) }
print (all (n -> n == 32472) found)
# expect: true
# Calls that may be split, in calls of the body.
deeper = i -> slow (i % 7) + slow 4
calling = n -> {
    total = 0
    for i in 0..n { total += if i % 4 == 3 { deeper i } else { i } }
    total
}
print (all (n -> calling n == sum (map (i -> if i % 4 == 3 { deeper i } else { i }) (0..n))) (0..40))
# expect: true
spread = () -> sum (map deeper (0..8))
ranging = n -> {
    total = 0
    for i in 0..n { total += if i % 4 == 3 { spread () } else { i } }
    total
}
print (map ranging [0, 5, 13, 30])
# expect: [0, 51, 189, 638]
# The loop over a range in `map` may be split as well, but not while the sum below it is not complete.
mapped = () -> map deeper (0..8)
mapping = n -> {
    total = 0
    for i in 0..n {
        total += i
        total += len (mapped ())
    }
    total
}
print (map mapping [2, 8, 16, 32, 64])
# expect: [17, 92, 248, 752, 2528]
# The outer loop is halved alone.
nested = n -> {
    total = 0
    for i in 0..n {
        for k in 0..8 { total += i * k }
    }
    total
}
print (all (n -> nested n == n * (n - 1) * 14) (0..40))
# expect: true
# A value of another kind is compared by the last half first.
wrong_kind = n -> {
    best = "none"
    for i in 0..n {
        if i > n - 3 {
            if i > best { best = i }
        }
    }
    best
}
print (all (n -> match try (wrong_kind n) { Err _ -> true, Ok _ -> false }) (4..40))
# expect: true
# A few long elements, in which an idle worker asks for work.
varied = n -> {
    total = 0
    for i in 0..n { total += if i % 50 > 48 { slow 15 } else { i } }
    total
}
print (all (_ -> varied 101 == 6122) (0..100))
# expect: true
one_by_one = n -> {
    found = []
    for _ in 0..n { found |>= push (varied 101) }
    found
}
print (all (n -> n == 6122) (one_by_one 100))
# expect: true
