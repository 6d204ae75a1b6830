# The store to the path reads the list that the call got.
xs = [1, 2, 3]
xs[-1], xs = pop_first xs
print xs
# expect: [2, 3]
