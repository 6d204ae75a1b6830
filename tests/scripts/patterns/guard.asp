f = n -> match n {
    x | x < 0   -> "negative"
    0           -> "zero"
    x | x > 100 -> "large {x}"
    x           -> "plain {x}"
}
print (map f [-5, 0, 500, 7])
# expect: ["negative", "zero", "large 500", "plain 7"]
