t = (1, 2)
print t.5     # expect error:
