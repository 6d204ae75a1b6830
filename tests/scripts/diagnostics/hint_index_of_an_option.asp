found = get "b" ["a": [1]]
print found[0]          # expect error: an option gives its value to `match
