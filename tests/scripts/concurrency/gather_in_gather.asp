print (gather (x -> gather (y -> x * 10 + y) [1, 2]) [1, 2])    # expect: [[11, 12], [21, 22]]
print (try (gather (x -> gather (y -> if x == 2 and y == 2 { error (x, y) } else { 0 }) [1, 2]) [1, 2, 3]))
# expect: Err (2, 2)
