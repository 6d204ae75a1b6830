use "./lib/control"
string = 3
shouted "a"
# expect: A
print string
# expect: 3
