# `sort`, `min` and `max` use one order, in which nan comes after all other numbers, at any depth.
nan = math.nan
pairs = [(5.0, "e"), (nan, "n"), (3.0, "c"), (1, "a"), (nan, "m"), (4.0, "d"), (2.0, "b")]
print (map (p -> p.1) (sort pairs))                     # expect: ["a", "b", "c", "d", "e", "m", "n"]
print (sort [[1, nan], [1, 2.0], [nan], [0, nan]])      # expect: [[0, nan], [1, 2.0], [1, nan], [nan]]
print (min [nan, 1.0], min [1.0, nan], max [nan, 1.0], max [1.0, nan])      # expect: (1.0, 1.0, nan, nan)
print (min [(nan, 1), (2, 0)], min [nan])               # expect: ((2, 0), nan)
print (min_by identity [nan, 2.0, 1.0], max_by identity [2.0, nan, 3.0])    # expect: (1.0, nan)
print (nan < 1, 1 < nan, [nan] < [1], [1] < [nan])      # expect: (false, false, false, false)
