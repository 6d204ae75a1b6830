three = () -> 3
print ((try (three 3)) is Err (MatchError _))
# expect: true
