f = lambda x: x + 1     # expect error: lambda
