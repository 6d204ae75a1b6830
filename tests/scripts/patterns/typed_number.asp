f = v -> match v { n: Number -> "number {n}", _ -> "no" }
print (map f [1, 2.5, 2 ** 70, "1", true])
# expect: ["number 1", "number 2.5", "number 1180591620717411303424", "no", "no"]
