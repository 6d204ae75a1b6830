print ((try (math.factorial -1)) is Err _)
# expect: true
print ((try (math.sin "x")) is Err (TypeError _))
# expect: true
