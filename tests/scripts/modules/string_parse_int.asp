print [string.parse_int 16 "ff", string.parse_int 2 "-101", string.parse_int 36 "zz"]
# expect: [255, -5, 1295]
print ((try (string.parse_int 2 "12")) is Err (ValueError _))
# expect: true
