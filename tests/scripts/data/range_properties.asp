r = 2..6
print (len r)
# expect: 4
print [len (2..=6), len (6..2), len (range 0 10 3)]
# expect: [5, 0, 4]
print (1..3 == 1..3)
# expect: true
