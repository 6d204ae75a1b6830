print ((try (bits.and 1.5 1)) is Err (TypeError _))
# expect: true
