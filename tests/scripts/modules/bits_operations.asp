print [bits.and 6 3, bits.or 6 3, bits.xor 6 3, bits.not 0]
# expect: [2, 7, 5, -1]
print [bits.shift_left 4 1, bits.shift_right 2 16, bits.shift_right 1 -3, bits.popcount 255]
# expect: [16, 4, -2, 8]
