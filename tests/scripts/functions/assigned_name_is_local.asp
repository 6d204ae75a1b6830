x = 1
f = () -> {
    x = 5
    x + 1
}
print (f ())
# expect: 6
print x
# expect: 1
