fn add(a, b) { a + b }  # expect error: fn
