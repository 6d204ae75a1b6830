f = () -> {
    return 1
    print "never"
}
print (f ())
# expect: 1
