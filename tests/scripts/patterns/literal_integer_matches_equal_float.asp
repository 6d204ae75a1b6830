print (match 1.0 { 1 -> "one", _ -> "other" })
# expect: one
print (match 1 { 1.0 -> "one", _ -> "other" })
# expect: one
print (match "1" { 1 -> "one", _ -> "other" })
# expect: other
