# A native goes through collections only; what comes from a channel is for a loop.
ch = channel 1
close ch
print ((try (list ch)) is Err (TypeError _))
# expect: true
print (map (x -> x) ch)
# expect: []
