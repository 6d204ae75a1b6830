[..start, last_one] = [1, 2, 3]
print (start, last_one)
# expect: ([1, 2], 3)
