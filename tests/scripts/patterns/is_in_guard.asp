f = v -> match v {
    (a, b) | a is Some x and b is Some y -> x + y
    _ -> 0
}
print (map f [(Some 1, Some 2), (Some 1, None)])
# expect: [3, 0]
