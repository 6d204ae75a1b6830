print (list.of 4 (i -> i * i))
# expect: [0, 1, 4, 9]
