f = n -> 1 + f (n + 1)     # expect error: StackOverflow
f 0
# exit: 1
