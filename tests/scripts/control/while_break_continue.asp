i = 0
while true {
    i += 1
    if i == 2 { continue }
    if i > 4 { break }
    print i
}
# expect: 1
# expect: 3
# expect: 4
