print (string.from_bytes b"h\xc3\xa9")
# expect: hé
print ((try (string.from_bytes b"\xff")) is Err (ValueError _))
# expect: true
