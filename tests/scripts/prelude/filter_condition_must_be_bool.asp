print ((try (filter (x -> 1) [1])) is Err (TypeError _))
# expect: true
