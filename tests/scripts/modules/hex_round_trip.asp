print (hex.encode b"\x01\xffA")
# expect: 01ff41
print (hex.decode "01FF41" == b"\x01\xffA")
# expect: true
print ((try (hex.decode "0g")) is Err (ValueError _))
# expect: true
print ((try (hex.decode "abc")) is Err (ValueError _))
# expect: true
