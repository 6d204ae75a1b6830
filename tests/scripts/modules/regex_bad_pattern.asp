print ((try (regex.compile "(")) is Err (ValueError _))
# expect: true
