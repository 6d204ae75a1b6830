xs = [1, 2, 3]
print ((try xs[3]) is Err (IndexError _))
# expect: true
print ((try xs[-4]) is Err (IndexError _))
# expect: true
print ((try [][0]) is Err (IndexError _))
# expect: true
print ((try xs[2 ** 70]) is Err (IndexError _))
# expect: true
