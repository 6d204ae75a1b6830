# There is no such Float, as for `sqrt -1`.
print (-8.0 ** 3, (-8.0) ** 2, (-8) ** -1, (-8.0) ** math.nan, (-8.0) ** math.inf)
# expect: (-512.0, 64.0, -0.125, nan, inf)
print ((-8) ** 0.5)  # expect error: ArithmeticError: a negative number cannot be raised to a fractional power
