f = xs -> match xs {
    [x, ..rest] -> (x, rest)
    []          -> None
}
print (f [1, 2, 3])
# expect: (1, [2, 3])
print (f [1])
# expect: (1, [])
print (f [])
# expect: None
