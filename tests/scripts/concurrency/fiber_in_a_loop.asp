count = n -> fiber { for i in 0..n { yield i } }
for i in count 4 { write i }
print ""                            # expect: 0123
print (list (count 3))              # expect: [0, 1, 2]
print (map (x -> x * 2) (count 3))  # expect: [0, 2, 4]
for i in (fiber { loop { yield 1 } }) { break }
print "left"                        # expect: left
