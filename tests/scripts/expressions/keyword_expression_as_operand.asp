x = 3
print ((if x > 2 { 10 } else { 20 }) + 1)
# expect: 11
y = if x > 5 { 1 } else { 2 }
print y
# expect: 2
z = match x { 3 -> "three", _ -> "other" }
print z
# expect: three
