# More elements than one pass sorts: the sorted parts must fit together.
xs = shuffle 1 (0..100000)
check = sorted -> [len sorted, list.sorted? sorted]
print (check (sort xs))
# expect: [100000, true]
print (sort xs == list (0..100000))
# expect: true
print (check (sort (map (x -> x / 7) xs)))
# expect: [100000, true]
print (check (sort (map string xs)))
# expect: [100000, true]
thirds = sort (map (x -> x % 3) xs)
print (check thirds)
# expect: [100000, true]
print [thirds[33333], thirds[33334], thirds[66666], thirds[66667]]
# expect: [0, 1, 1, 2]
print (check (sort (repeat 100000 5)))
# expect: [100000, true]
print (check (sort (reverse (sort xs))))
# expect: [100000, true]
halves = list.sort_by_keys (map (x -> x % 2) (0..100000)) (0..100000)
print [halves[0], halves[49999], halves[50000], halves[99999]]
# expect: [0, 99998, 1, 99999]
print (math.median (map (x -> x % 10) xs))
# expect: 4.5
print (len (sort [math.nan, 1, math.nan, 0.5]))
# expect: 4
print (math.median [math.nan, 1, 2])
# expect: 2.0
