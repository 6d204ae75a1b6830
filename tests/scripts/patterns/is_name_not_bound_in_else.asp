x = None
if x is Some v { print v } else { print v }     # expect error: v
