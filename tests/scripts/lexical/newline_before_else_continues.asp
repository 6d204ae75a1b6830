x = 5
if x > 10 {
    print "big"
}
else if x > 3 {
    print "middle"
}
else {
    print "small"
}
# expect: middle
