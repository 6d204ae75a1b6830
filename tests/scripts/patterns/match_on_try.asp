half = n -> if n % 2 == 0 { n // 2 } else { error "odd: {n}" }
show_half = n -> match (try half n) {
    Ok h  -> "half is {h}"
    Err e -> e
}
print (map show_half [4, 7])
# expect: ["half is 2", "odd: 7"]
