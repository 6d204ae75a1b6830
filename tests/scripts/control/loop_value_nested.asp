r = loop {
    x = loop { break 3 }
    break x * 2
}
print r
# expect: 6
