syntax 'last_of a { x = a; x }
syntax 'last_of a b ..more { x = a; last_of b more }
x = 7
print (last_of 1 x (x + 1))
# expect: 8
