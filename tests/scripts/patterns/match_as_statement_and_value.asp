match 3 { 3 -> print "three", _ -> print "other" }
# expect: three
print ((match 3 { 3 -> 10, _ -> 0 }) + 1)
# expect: 11
