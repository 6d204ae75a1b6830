describe = v -> match v {
    0     -> "zero"
    -1    -> "minus one"
    "a"   -> "the letter"
    true  -> "yes"
    ()    -> "unit"
    1.5   -> "one and a half"
    _     -> "other"
}
print (map describe [0, -1, "a", true, (), 1.5, [0]])
# expect: ["zero", "minus one", "the letter", "yes", "unit", "one and a half", "other"]
