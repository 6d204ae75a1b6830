f = xs -> {
    sum = ys -> match ys { [] -> 0, [y, ..rest] -> y * 2 + sum rest }
    sum xs
}
print (f [1, 2, 3])
# expect: 12
