# A variable that only code after a pattern that does not match reads is kept until then.
of_is = o n -> {
    xs = [n]
    ys = xs
    ys[0] = 9
    if o is Some v { (v, ys) } else { (xs, ys) }
}
print (of_is None 1)
# expect: ([1], [9])
print (of_is (Some 3) 1)
# expect: (3, [9])
of_and = o n -> {
    xs = [n]
    ys = xs
    ys[0] = 9
    if n > 0 and o is Some v { (v, ys) } else { (xs, ys) }
}
print (of_and None 1)
# expect: ([1], [9])
of_not = o n -> {
    xs = [n]
    ys = xs
    ys[0] = 9
    if not (o is Some _) { (xs, ys) } else { ys }
}
print (of_not None 1)
# expect: ([1], [9])
