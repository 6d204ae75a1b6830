yield 5                 # expect error: yield
