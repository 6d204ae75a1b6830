f = n -> if n > 10 { "big" } else if n > 5 { "middle" } else { "small" }
print (map f [20, 7, 1])
# expect: ["big", "middle", "small"]
