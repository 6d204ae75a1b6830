print [float "1.5", float 2, float "-3e2", float "7"]
# expect: [1.5, 2.0, -300.0, 7.0]
print ((try (float "x")) is Err (ValueError _))
# expect: true
print (float "inf")
# expect: inf
