use "./lib/outer"
control = 1
print (disclosed_twice 3)
# expect: (108, 108)
