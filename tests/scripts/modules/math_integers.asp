print [math.gcd 12 18, math.lcm 4 6, math.isqrt 17, math.factorial 20]
# expect: [6, 12, 4, 2432902008176640000]
print (math.divmod -7 2)
# expect: (-4, 1)
print (math.isqrt (10 ** 40))
# expect: 100000000000000000000
