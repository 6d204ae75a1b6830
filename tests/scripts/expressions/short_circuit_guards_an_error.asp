xs = []
print (len xs > 0 and xs[0] == 1)
# expect: false
print (empty? xs or xs[0] == 1)
# expect: true
