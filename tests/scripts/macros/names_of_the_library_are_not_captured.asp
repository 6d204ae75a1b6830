syntax 'shout text { print (string.upper text) }
f = print string -> { shout string; print }
print (f 1 "a")
# expect: A
# expect: 1
