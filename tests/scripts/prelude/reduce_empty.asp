print ((try (reduce (a b -> a + b) [])) is Err (ValueError _))
# expect: true
