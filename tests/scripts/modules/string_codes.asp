print [string.code "a", string.code "😀", string.from_code 97, string.from_code 128512]
# expect: [97, 128512, "a", "😀"]
print ((try (string.from_code -1)) is Err (ValueError _))
# expect: true
