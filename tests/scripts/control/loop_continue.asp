n = 0
r = loop {
    n += 1
    if n < 5 { continue }
    break "five"
}
print r
# expect: five
