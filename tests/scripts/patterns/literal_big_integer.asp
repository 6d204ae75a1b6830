n = 2 ** 70
print (match n { 1180591620717411303424 -> "two to the seventy", _ -> "other" })
# expect: two to the seventy
