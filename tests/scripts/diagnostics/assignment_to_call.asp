f = x -> x
f 1 = 3                 # expect error:
