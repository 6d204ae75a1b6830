print (show b"a\xff\n\"")
# expect: b"a\xff\n\""
print [b""]
# expect: [b""]
