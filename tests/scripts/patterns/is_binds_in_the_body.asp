x = Some 3
if x is Some v { print "got {v}" } else { print "nothing" }
# expect: got 3
