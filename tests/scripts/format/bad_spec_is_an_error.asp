x = 5
print "{x:q}"       # expect error:
