f = (1 or 2) -> "small"
print (f 2)
# expect: small
print ((try (f 3)) is Err (MatchError _))
# expect: true
