for i in 0..3 {
    print i
    i += 10
}
# expect: 0
# expect: 1
# expect: 2
