syntax a 'paired b { (a, b) }
print (None paired (Some 1))
# expect: (None, Some 1)
