xs = shuffle 7 (0..10000)
print (sort xs == list (0..10000))
# expect: true
print (sort_by (x -> -x) xs == reverse (list (0..10000)))
# expect: true
