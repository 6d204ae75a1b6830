f = n -> {
    if n == 0 { return "end" }
    return f (n - 1)
}
print (f 1000000)
# expect: end
