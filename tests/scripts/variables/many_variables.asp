a = 1; b = 2; c = 3; d = 4; e = 5; f = 6; g = 7; h = 8
a, b, c, d, e, f, g, h = h, g, f, e, d, c, b, a
print [a, b, c, d, e, f, g, h]
# expect: [8, 7, 6, 5, 4, 3, 2, 1]
