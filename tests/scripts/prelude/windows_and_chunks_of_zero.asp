print ((try (windows 0 [1])) is Err (ValueError _))
# expect: true
print ((try (chunks 0 [1])) is Err (ValueError _))
# expect: true
