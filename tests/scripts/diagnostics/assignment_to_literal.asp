5 = 3                   # expect error:
