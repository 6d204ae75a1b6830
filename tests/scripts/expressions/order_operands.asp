t = n -> { print n; n }
print (t 1 + t 2 * t 3)
# expect: 1
# expect: 2
# expect: 3
# expect: 7
