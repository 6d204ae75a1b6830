# A native that goes through elements read a channel as if it were a list; now it waits for what comes from there.
ch = channel 1
close ch
print (list ch)
# expect: []
print (map (x -> x) ch)
# expect: []
