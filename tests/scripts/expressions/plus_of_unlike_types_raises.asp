print ((try (1 + "a")) is Err (TypeError _))
# expect: true
print ((try ("a" + 1)) is Err (TypeError _))
# expect: true
print ((try ([1] + (2,))) is Err (TypeError _))
# expect: true
print ((try (() + ())) is Err (TypeError _))
# expect: true
