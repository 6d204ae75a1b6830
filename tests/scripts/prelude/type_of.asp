print (type_of 5 == Int)
# expect: true
print (match (type_of "x") { String -> "a string", _ -> "other" })
# expect: a string
