print "{42:d} {42:>4d} {"a":s} {"a":>3s}"
# expect: 42   42 a   a
