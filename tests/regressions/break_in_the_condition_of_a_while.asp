n = 0
while (if n == 3 { break } else { true }) { n += 1 }
print n
# expect: 3
