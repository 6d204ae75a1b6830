print ((try (map identity 5)) is Err (TypeError _))
# expect: true
print ((try (sum 5)) is Err (TypeError _))
# expect: true
print ((try (sum ["a"])) is Err (TypeError _))
# expect: true
