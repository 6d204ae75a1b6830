f = x -> x + 1 |> string
print (f 1 + "!")
# expect: 2!
g = x -> x > 1 and x < 5
print (g 3)
# expect: true
