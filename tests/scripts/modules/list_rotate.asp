xs = [1, 2, 3, 4]
print (list.rotate 0 xs == xs and list.rotate 4 xs == xs)
# expect: true
print (list.rotate 2 xs)
# expect: [3, 4, 1, 2]
