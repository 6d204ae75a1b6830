s = "abc"
print "{s:.2f}"     # expect error:
