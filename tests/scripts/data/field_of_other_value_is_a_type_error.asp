print ((try (5).x) is Err (TypeError _))
# expect: true
print ((try ().x) is Err (TypeError _))
# expect: true
print ((try "abc".len) is Err (TypeError _))
# expect: true
