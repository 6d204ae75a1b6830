print [get_or "a" 0 ["a": 1], get_or "z" 0 ["a": 1], get_or 9 "none" [1]]
# expect: [1, 0, "none"]
