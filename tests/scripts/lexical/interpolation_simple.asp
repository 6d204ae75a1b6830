name = "Ada"
n = 3
print "hello {name}, {n} times, {n + 1}"
# expect: hello Ada, 3 times, 4
