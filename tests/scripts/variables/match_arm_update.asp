total = 0
for v in [Some 3, None, Some 4] {
    match v {
        Some n -> total += n
        None   -> total *= 10
    }
}
print total
# expect: 34
