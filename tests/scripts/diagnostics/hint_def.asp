def add(a, b) { a + b }     # expect error: def
