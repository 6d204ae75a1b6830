print (1..3)
# expect: 1..3
print (1..=3)
# expect: 1..=3
print (range 1 9 2)
# expect: range 1 9 2
print [0..2]
# expect: [0..2]
