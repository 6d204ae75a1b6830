print (reduce (a b -> a + b) [1, 2, 3])
# expect: 6
print (reduce (a b -> a + b) [5])
# expect: 5
print (reduce (a b -> a + b) "abc")
# expect: abc
