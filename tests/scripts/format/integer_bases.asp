print "{255:x} {255:X} {255:o} {5:b}"
# expect: ff FF 377 101
print "{255:08b} {-255:x}"
# expect: 11111111 -ff
print "{10:>6b}|"
# expect:   1010|
