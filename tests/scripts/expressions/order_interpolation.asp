t = n -> { print n; n }
print "{t 1}-{t 2}"
# expect: 1
# expect: 2
# expect: 1-2
