print (all (x -> x >= 0 and x < 6) (map (_ -> random.int 6) (0..100)))
# expect: true
f = random.float ()
print (f >= 0.0 and f < 1.0)
# expect: true
print (contains (random.pick [1, 2, 3]) [1, 2, 3])
# expect: true
print (sort (random.shuffle [3, 1, 2]))
# expect: [1, 2, 3]
