f = xs -> match xs {
    [a, ..mid, b] -> (a, mid, b)
    _             -> "short"
}
print (f [1, 2])
# expect: (1, [], 2)
print (f [1, 2, 3, 4])
# expect: (1, [2, 3], 4)
print (f [1])
# expect: short
