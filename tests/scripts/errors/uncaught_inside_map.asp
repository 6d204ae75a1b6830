f = x -> if x == 2 { error "two" } else { x }      # expect error: two
print (map f [1, 2, 3])
