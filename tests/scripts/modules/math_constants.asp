print [math.pi, math.e, math.tau]
# expect: [3.141592653589793, 2.718281828459045, 6.283185307179586]
print [math.inf, math.is_nan? math.nan, math.is_nan? 1.0]
# expect: [inf, true, false]
