r = loop {
    match (try { break "from try" }) { _ -> () }
}
print r
# expect: from try
for x in [1, 2, 3] {
    match x {
        2 -> break
        _ -> print x
    }
}
# expect: 1
