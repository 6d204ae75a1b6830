# args: --coutn 5
# A user's mistake goes to standard error, and the program ends with exit code 2.
print "begins"
cli.options { name: "tool", options: { count: { type: Int } } } args
print "not reached"
# expect: begins
# exit: 2
