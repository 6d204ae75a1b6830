n = 0
r = loop {
    n += 1
    if n * n > 50 { break n }
}
print r
# expect: 8
print (loop { break })
# expect: ()
