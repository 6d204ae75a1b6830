# As Python's round, where both give a Float.
print (math.round_to 2 2.675)           # expect: 2.67
print (math.round_to 2 -0.005)          # expect: -0.01
print (math.round_to 0 2.5)             # expect: 2.0
print (math.round_to 1 0.25)            # expect: 0.2
print (math.round_to -2 1250.0)         # expect: 1200.0
print (math.round_to -2 1350.0)         # expect: 1400.0
print (math.round_to -2 1250.5)         # expect: 1300.0
print (math.round_to -2 49.0)           # expect: 0.0
print (math.round_to -2 50.0)           # expect: 0.0
print (math.round_to -2 99.0)           # expect: 100.0
print (math.round_to -3 999.9)          # expect: 1000.0
print (math.round_to -1 -15.0)          # expect: -20.0
print (math.round_to -1 -25.0)          # expect: -20.0
print (math.round_to -20 1.5e20)        # expect: 2e20
print (math.round_to -2 -3.0)           # expect: -0.0
print (math.round_to -2 1250, math.round_to -3 math.inf)# expect: (1200.0, inf)
print ((try math.round_to -23 1e30) is Err (ValueError _))# expect: true
