syntax 'keep e { kept = e; kept }
_kept_1 = 5
print (keep 2, _kept_1)
# expect: (2, 5)
