r = match Some 2 {
    Some x -> {
        y = x * 10
        y + 1
    }
    None -> 0
}
print r
# expect: 21
