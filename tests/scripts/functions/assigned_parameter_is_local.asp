n = 1
f = n -> {
    n += 10
    n
}
print (f n)
# expect: 11
print n
# expect: 1
