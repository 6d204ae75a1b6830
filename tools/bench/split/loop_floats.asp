# A sum of Floats, with iterations of some 20 ns: π by the midpoint rule.
height = x -> 4.0 / (1.0 + x * x)
n = 20_000_000
area = 0.0
for i in 0..n { area += height ((i + 0.5) / n) }
print (area / n)
# expect: 3.1415926535899614
