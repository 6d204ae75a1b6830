f = v -> match v { 1 -> "one", 2 -> "two", _ -> "many" }
print (map f [1, 2, 3])
# expect: ["one", "two", "many"]
