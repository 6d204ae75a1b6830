print (find (x -> x > 1) [1, 2, 3])
# expect: Some 2
print (find (x -> x > 5) [1, 2, 3])
# expect: None
print (find_index (x -> x > 1) [1, 2, 3])
# expect: Some 1
print (find_index (x -> x > 5) [1])
# expect: None
