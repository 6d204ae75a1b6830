f = a b c d e g h i j k -> a + b * c - d + e * g - h + i * j - k
print (f 1 2 3 4 5 6 7 8 9 10)
# expect: 88
p = f 1 2 3 4 5
print (p 6 7 8 9 10)
# expect: 88
