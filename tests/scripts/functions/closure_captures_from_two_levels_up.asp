f = a -> b -> {
    c = a + b
    d -> [a, b, c, d]
}
print (f 1 2 4)
# expect: [1, 2, 3, 4]
