add = x y -> x + y
add(1, 2)               # expect error: add
