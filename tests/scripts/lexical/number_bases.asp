print 0xff
# expect: 255
print 0xFF_FF
# expect: 65535
print 0o17
# expect: 15
print 0b1010
# expect: 10
