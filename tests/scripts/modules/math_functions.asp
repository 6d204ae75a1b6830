print [math.sin 0, math.cos 0, math.exp 0, math.log 1, math.log2 8, math.log10 1000]
# expect: [0.0, 1.0, 1.0, 0.0, 3.0, 3.0]
print [math.hypot 3 4, math.cbrt 27, math.atan2 0 1]
# expect: [5.0, 3.0, 0.0]
print (abs (math.tan (math.pi / 4) - 1) < 1e-12 and abs (math.asin 1 - math.pi / 2) < 1e-12)
# expect: true
print (math.acos 1 == 0 and math.atan 0 == 0 and math.pow 2 10 == 1024)
# expect: true
