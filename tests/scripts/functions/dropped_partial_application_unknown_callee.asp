call = f -> {
    f 1               # expect error: two
    0
}
two = a b -> a + b
print "before"
# expect: before
print (call two)
# exit: 1
