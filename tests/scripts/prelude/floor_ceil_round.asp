print [floor 2.7, floor -2.2, ceil 2.1, ceil -2.9, round 2.6, round -2.6]
# expect: [2, -3, 3, -2, 3, -3]
print [floor 5, ceil 5, round 5]
# expect: [5, 5, 5]
print (floor 1e20)
# expect: 100000000000000000000
print ((try (floor math.inf)) is Err _)
# expect: true
