print ((try (min [])) is Err (ValueError _))
# expect: true
print ((try (max [])) is Err (ValueError _))
# expect: true
print ((try (max_by identity [])) is Err (ValueError _))
# expect: true
