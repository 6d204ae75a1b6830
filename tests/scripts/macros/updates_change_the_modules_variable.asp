uses = 0
log = []
syntax 'counted e { uses += 1; log |>= push uses; e }
counted (print "a")
counted (print "b")
print (uses, log)
# expect: a
# expect: b
# expect: (2, [1, 2])
