step = f n -> if n == 0 { "zero" } else { f f (n - 1) }
print (step step 1000000)
# expect: zero
