absolute = abs
print ((try (absolute 1 2)) is Err (TypeError _))
# expect: true
m = max
print (m [1, 5, 2])
# expect: 5
