print (match [1, 2] { [_, ..rest] -> "first", [1, 2] -> "second" })
# expect: first
