b = b"abc\xff"
print [b[0], b[-1], len b]
# expect: [97, 255, 4]
print b[1..3]
# expect: b"bc"
print (list b)
# expect: [97, 98, 99, 255]
