ops = ["add": a b -> a + b, "mul": a b -> a * b]
print (ops["mul"] 3 4)
# expect: 12
r = { twice: f x -> f (f x) }
print (r.twice (x -> x * x) 3)
# expect: 81
