# The inner loop's next iterations have begun elsewhere when its step asks for a split of the outer loop: the
# strand that has those iterations continues the outer loop, too.
step = a b -> { t = a; for i in 0..40 { t = (t + b * i) % 101 }; t }
table = n -> {
    sum = 0
    order = []
    for a in 0..n {
        for b in 0..4 {
            if b == 1 { continue }
            sum += step a b
        }
        order |>= push (a, sum % 10)
    }
    (sum, order)
}
sum, order = table 30
print (sum, len order, order[29])          # expect: (3165, 30, (29, 5))
again = 0
for round in 0..30 { if table 30 == (sum, order) { again += 1 } }
print again                                # expect: 30
