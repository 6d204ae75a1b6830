r = regex.compile "(a*)*b"
print (regex.match? r (string.repeat 5000 "a"))
# expect: false
