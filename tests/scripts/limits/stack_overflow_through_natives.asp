f = n -> first (map f [n + 1])
print ((try (f 0)) is Err (StackOverflow _))
# expect: true
