f = () -> {
    true
    not true
}
print (f ())
# expect: false
