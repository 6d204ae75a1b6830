print ((try (sort [1, "a"])) is Err (TypeError _))
# expect: true
