f = xs -> {
    for x in xs {
        if x < 0 { return "negative" }
    }
    "fine"
}
print (f [1, -2, 3])
# expect: negative
print (f [1])
# expect: fine
