# What a half adds to stays with it while calls in its body wait, and have loops of their own. They wait for the
# value of `late`, which the call of `step` overlaps with: a call with a value that is used next is not split.
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
step = t k -> t * 3 % 1009 + k
inner = a i -> {
    t = 0
    for k in 0..4 { t = step t (a + k + i) }
    t
}
late = x k -> {
    if k == 0 { return x }
    y = late x (k - 1)
    y + 1
}
waiting = n -> {
    a = late 213 20
    b = step 1 n
    total = 0
    for i in 0..n { total += if i % 4 == 3 { inner a i } else { i } }
    total + b
}
in_order = n -> {
    total = 0
    for i in 0..n {
        total += if i % 4 == 3 { inner 233 i } else { i }
        if total < 0 { break }
    }
    total + step 1 n
}
print (all (n -> waiting n == in_order n) (0..40))
# expect: true
# The best is often among the first elements, so a half must not forget what was before it.
best_while_waiting = n -> {
    a = late 213 20
    b = step 1 n
    best, at = -1, -1
    for i in 0..n {
        x = if i % 4 == 3 { inner a (40 - i) } else { i }
        if x > best {
            best = x
            at = i
        }
    }
    (best, at, b)
}
best_in_order = n -> {
    best, at = -1, -1
    for i in 0..n {
        x = if i % 4 == 3 { inner 233 (40 - i) } else { i }
        if x > best {
            best = x
            at = i
        }
        if best < -1 { break }
    }
    (best, at, step 1 n)
}
print (all (n -> best_while_waiting n == best_in_order n) (0..40))
# expect: true
# A loop in a call of the body waits for a call that began before, and another strand has its next iterations only
# if the sum below it is complete. A loop over an odd number of elements may be halved in its first iteration.
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
# `sum` could read from a channel, as far as the compiler knows: then the loop would not be halved.
spread = () -> count (x -> deeper x > 7) (0..8)
ranging = n -> {
    total = 0
    for i in 0..n { total += if i % 4 == 3 { spread () } else { i } }
    total
}
print (map ranging [0, 5, 13, 30])
# expect: [0, 9, 63, 344]
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
