print = a b -> write "{a}{b}\n"
print 1 2
# expect: 12
