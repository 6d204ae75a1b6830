n = 2 ** 80
print (bits.shift_left 80 1 == n)
# expect: true
print (bits.and (n - 1) (n + 5))
# expect: 5
print [bits.popcount (n - 1), bits.shift_right 79 n]
# expect: [80, 2]
print (bits.xor -1 n == -n - 1)
# expect: true
