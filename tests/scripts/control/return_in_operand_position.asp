f = x -> {
    y = if x is Some v { v } else { return "nothing" }
    y + 1
}
print [f (Some 1), f None]
# expect: [2, "nothing"]
