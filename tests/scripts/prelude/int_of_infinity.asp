print ((try (int math.inf)) is Err _)
# expect: true
print ((try (int math.nan)) is Err _)
# expect: true
