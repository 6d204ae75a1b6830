for x in [0.1, 1e16, 123456789.125, 5e-324, 1e-5, 2.0 / 3.0] {
    assert (float (show x) == x)
}
print "same"
# expect: same
