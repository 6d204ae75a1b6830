x = (y = 3)             # expect error:
