print ((try (json.show len)) is Err _)
# expect: true
print ((try (json.show math.nan)) is Err _)
# expect: true
