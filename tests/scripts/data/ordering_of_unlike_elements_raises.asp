print ((try ([1] < ["a"])) is Err (TypeError _))
# expect: true
print ((try ({ a: 1 } < { a: 2 })) is Err (TypeError _))
# expect: true
print ((try (["a": 1] < ["a": 2])) is Err (TypeError _))
# expect: true
