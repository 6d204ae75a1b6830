# A small function of each of ten million numbers.
print (sum (map (n -> n * n % 7) (0..10000000)))
# expect: 19999999
