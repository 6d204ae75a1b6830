t = v -> { print "subject"; v }
print (match t 3 { 1 -> "a", 2 -> "b", 3 -> "c" })
# expect: subject
# expect: c
