# A native that iterates read a channel as if it were a list; now it waits for the channel's values.
ch = channel 1
close ch
print (list ch)
# expect: []
print (map (x -> x) ch)
# expect: []
