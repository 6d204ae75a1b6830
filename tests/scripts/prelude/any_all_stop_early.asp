t = x -> { print x; x > 1 }
print (any t [1, 2, 3])
# expect: 1
# expect: 2
# expect: true
print (all t [5, 0, 6])
# expect: 5
# expect: 0
# expect: false
