var x = 5               # expect error: var
