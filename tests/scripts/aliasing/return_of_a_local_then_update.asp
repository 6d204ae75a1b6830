counter = () -> {
    xs = [0]
    get_xs = () -> xs
    xs[0] = 1
    (xs, get_xs)
}
ys, f = counter ()
ys[0] = 5
print (ys, f ())
# expect: ([5], [0])
