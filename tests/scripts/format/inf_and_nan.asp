print "{math.inf:.1f} {-math.inf:>6} {math.nan:5}|"
# expect: inf   -inf   nan|
