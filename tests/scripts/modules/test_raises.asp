test.raises (() -> 1 // 0)
print ((try (test.raises (() -> 1))) is Err (AssertionError _))
# expect: true
