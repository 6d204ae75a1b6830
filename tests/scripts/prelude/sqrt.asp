print [sqrt 16, sqrt 2.25, sqrt 0]
# expect: [4.0, 1.5, 0.0]
print ((try (sqrt "4")) is Err (TypeError _))
# expect: true
