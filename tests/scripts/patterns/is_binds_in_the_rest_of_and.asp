f = x -> if x is Some v and v > 2 { "large {v}" } else { "no" }
print (map f [Some 1, Some 3, None])
# expect: ["no", "large 3", "no"]
