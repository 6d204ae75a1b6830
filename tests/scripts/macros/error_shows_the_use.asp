syntax 'half x { x / zero }
zero = 0
print (half 1) # expect error: division by zero
