f = m -> {
    keys = keys m
    len keys
}
print (f ["a": 1, "b": 2])
# expect: 2
