print args
# expect: []
