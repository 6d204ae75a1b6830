f = (n: Int) (s: String) -> "{n}{s}"
print (f 1 "a")
# expect: 1a
print ((try (f "a" 1)) is Err (MatchError _))
# expect: true
