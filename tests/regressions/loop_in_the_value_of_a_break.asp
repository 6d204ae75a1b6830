n = loop {
    break (loop {
        break (loop { break (loop { break (loop { break 5 }) }) })
    })
}
print n
# expect: 5
