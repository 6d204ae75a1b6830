print ((try (1 < "a")) is Err (TypeError _))
# expect: true
print ((try (true < false)) is Err (TypeError _))
# expect: true
print ((try (None < None)) is Err (TypeError _))
# expect: true
print ((try ([1] < (1,))) is Err (TypeError _))
# expect: true
