error (Custom [1, "a"])       # expect error: Custom [1, "a"]
