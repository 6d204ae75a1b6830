f = n -> match n {
    Some x
        | x > 10 -> "large"
    Some x
        | x > 5
        and x % 2 == 0 -> "even middle"
    _ -> "other"
}
print (map f [Some 11, Some 8, Some 7, None])
# expect: ["large", "even middle", "other", "other"]
