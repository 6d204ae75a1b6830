xs = [3, 1, 2]
i = 0
while i < len xs and xs[i] != 2 { i += 1 }
print i
# expect: 2
