a, b = (1, 2, 3)     # expect error: MatchError
