n = 7 ** 80
print (bytes.to_int (bytes.from_int 40 n) == n)
# expect: true
print (bytes.to_signed_int (bytes.from_int 40 (-n)) == -n)
# expect: true
print (bytes.to_int (bytes.from_int 40 (-n)) == 2 ** 320 - n)
# expect: true
print (bytes.from_int 9 (-1))
# expect: b"\xff\xff\xff\xff\xff\xff\xff\xff\xff"
print (bytes.from_int 9 (-(2 ** 64)))
# expect: b"\xff\0\0\0\0\0\0\0\0"
print (bytes.from_int 10 258)
# expect: b"\0\0\0\0\0\0\0\0\x01\x02"
print (bytes.to_int (bytes.repeat 100000 b"\xff") == 2 ** 800000 - 1)
# expect: true
