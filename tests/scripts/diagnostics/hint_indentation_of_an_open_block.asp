f = x -> {
    if x > 0 {              # expect error: this `{` is never closed
        print 1

    print 2
}
f 1
