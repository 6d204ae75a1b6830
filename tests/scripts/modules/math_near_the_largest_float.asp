# A result that is a Float comes out, whatever the steps towards it would overflow to.
largest = 1.7976931348623157e308
print (math.radians largest)
# expect: 3.1375664143845866e306
print (math.degrees 3e306)
# expect: 1.7188733853924698e308
print (math.cbrt largest, math.cbrt -largest, math.cbrt 0, math.cbrt math.inf, math.cbrt 5e-324)
# expect: (5.643803094122362e102, -5.643803094122362e102, 0.0, inf, 1.7031839360032601e-108)
print (math.cbrt -27, math.cbrt 1e-300)
# expect: (-3.0, 1e-100)
