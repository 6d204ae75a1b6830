x = 7
outer = () -> {
    middle = () -> {
        inner = () -> x
        inner ()
    }
    middle ()
}
print (outer ())
# expect: 7
