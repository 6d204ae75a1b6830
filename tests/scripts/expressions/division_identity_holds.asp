for a in [17, -17, 10 ** 30, -10 ** 30] {
    for b in [5, -5, 10 ** 12 + 1, -10 ** 12 - 1] {
        assert (a // b * b + a % b == a)
    }
}
print "holds"
# expect: holds
