xs = list (0..50)
a = shuffle 1 xs
print (a == shuffle 1 xs)
# expect: true
print (a == xs or a == shuffle 2 xs)
# expect: false
print (sort a == xs)
# expect: true
