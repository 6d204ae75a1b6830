f = (x, y) -> x + y     # expect error: takes one tuple, as in `f (1, 2)`
print (f 1 2)
