b = b"a\xff\n{x}"
print (type_of b)
# expect: Bytes
print (len b)
# expect: 6
print b[1]
# expect: 255
print b[3]
# expect: 123
