for x in 0..10 {
    if x % 2 == 0 { continue }
    if x > 6 { break }
    print x
}
# expect: 1
# expect: 3
# expect: 5
