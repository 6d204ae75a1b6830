f = () -> {
    g = () -> { return 1; 2 }
    g () + 10
}
print (f ())
# expect: 11
