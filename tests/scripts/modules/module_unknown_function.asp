print (string.uper "a")     # expect error: upper
