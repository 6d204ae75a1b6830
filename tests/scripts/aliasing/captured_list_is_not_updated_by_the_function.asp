a = [1, 2]
f = () -> {
    local = a
    local[0] = 9
    local
}
print (f ())
# expect: [9, 2]
print (f ())
# expect: [9, 2]
print a
# expect: [1, 2]
