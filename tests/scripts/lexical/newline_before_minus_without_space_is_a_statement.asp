f = () -> {
    x = 10
    x
    -3
}
print (f ())
# expect: -3
