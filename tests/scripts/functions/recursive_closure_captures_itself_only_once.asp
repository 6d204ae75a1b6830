make = step -> {
    go = n -> if n <= 0 { [] } else { [n] + go (n - step) }
    go
}
by2 = make 2
by3 = make 3
print (by2 6)
# expect: [6, 4, 2]
print (by3 6)
# expect: [6, 3]
