print ((try (bytes [256])) is Err (ValueError _))
# expect: true
print ((try (bytes [-1])) is Err (ValueError _))
# expect: true
