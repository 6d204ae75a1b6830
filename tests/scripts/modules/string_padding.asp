print [string.pad_left 5 "ab", string.pad_right 5 "ab", string.center 6 "ab", string.pad_left 1 "ab"]
# expect: ["   ab", "ab   ", "  ab  ", "ab"]
