print (match 5 { x -> x + 1 })
# expect: 6
print (match 5 { _ -> "anything" })
# expect: anything
print (match (1, 2) { (_, _) -> "pair" })
# expect: pair
