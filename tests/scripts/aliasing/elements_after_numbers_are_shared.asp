# Copies and collections look through lists in groups. A container may stand anywhere among numbers.
mixed = at -> {
    xs = list (0..40)
    xs[at] = [at]
    xs
}
for at in 0..40 {
    xs = mixed at
    ys = xs
    ys[at] |>= push "changed"
    if xs[at] != [at] or ys[at] != [at, "changed"] { print "changed at {at}" }
}

kept = 0..40 |> map mixed |> list
for i in 0..200 { list (0..10_000) }
for at in 0..40 {
    if kept[at][at] != [at] { print "lost at {at}" }
}
print "done"                        # expect: done
