f = () -> {
    a = (1
        + 1)
    a
}
print (f ())
# expect: 2
