x = !true               # expect error: not
