print [len "abc", len [1, 2], len ["a": 1], len (0..5), len b"ab", len (1, 2, 3)]
# expect: [3, 2, 1, 5, 2, 3]
print ((try (len 5)) is Err (TypeError _))
# expect: true
