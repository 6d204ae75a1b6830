f = match "add" { "add" -> a b -> a + b, _ -> a b -> a - b }
print (f 5 3)
# expect: 8
