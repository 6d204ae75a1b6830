print ((try (-"a")) is Err (TypeError _))
# expect: true
print (-(-5))
# expect: 5
print (-0.0)
# expect: -0.0
