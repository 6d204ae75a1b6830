x = 1 +                 # expect error:
