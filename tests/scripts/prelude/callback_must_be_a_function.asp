print ((try (map 5 [1])) is Err (TypeError _))
# expect: true
print ((try (filter "x" [1])) is Err (TypeError _))
# expect: true
