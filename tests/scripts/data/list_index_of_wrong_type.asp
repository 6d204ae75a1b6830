xs = [1, 2, 3]
print ((try xs["0"]) is Err (TypeError _))
# expect: true
print ((try xs[1.5]) is Err (TypeError _))
# expect: true
print ((try (5)[0]) is Err (TypeError _))
# expect: true
