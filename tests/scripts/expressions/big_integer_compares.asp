a = 2 ** 90
print (a > 2 ** 89)
# expect: true
print (-a < 0)
# expect: true
print (a == 2 ** 45 * 2 ** 45)
# expect: true
print (sort [a, 1, -a, 2 ** 50])
# expect: [-1237940039285380274899124224, 1, 1125899906842624, 1237940039285380274899124224]
