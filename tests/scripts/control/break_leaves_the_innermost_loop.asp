for i in 0..2 {
    for j in 0..5 {
        if j == 1 { break }
        print "{i} {j}"
    }
}
# expect: 0 0
# expect: 1 0
