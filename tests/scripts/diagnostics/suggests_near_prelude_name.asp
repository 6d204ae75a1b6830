print (fliter (x -> x) [])    # expect error: filter
