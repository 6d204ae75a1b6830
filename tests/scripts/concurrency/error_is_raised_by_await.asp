f = x -> if x == 0 { error "zero" } else { x }      # expect error: zero
t = spawn f 0
print (await t)
