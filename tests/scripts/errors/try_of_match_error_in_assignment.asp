print ((try { [a, b] = [1] }) is Err (MatchError _))
# expect: true
