syntax 'double x { x * 2 }
n = 4
print "{double n} and {double (n + 1):>4}"
# expect: 8 and   10
syntax 'greet name { print "hello {name}!" }
greet "you"
# expect: hello you!
