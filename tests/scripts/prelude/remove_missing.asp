print ((try (remove "z" ["a": 1])) is Err (KeyError _))
# expect: true
print ((try (remove 5 [1, 2])) is Err (IndexError _))
# expect: true
