print (base64.encode b"hello")
# expect: aGVsbG8=
print (base64.decode "aGVsbG8=")
# expect: b"hello"
print (base64.decode (base64.encode b"\x00\xff\xfe") == b"\x00\xff\xfe")
# expect: true
print ((try (base64.decode "###")) is Err (ValueError _))
# expect: true
