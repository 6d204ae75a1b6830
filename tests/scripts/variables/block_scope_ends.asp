if true { inner = 1 }
print inner         # expect error: inner
