counter = n -> fiber { for i in 0..n { yield i } }
through = depth f -> if depth == 0 { f } else { fiber { for x in through (depth - 1) f { yield x } } }
print (list (through 300 (counter 5)))          # expect: [0, 1, 2, 3, 4]
# They go on one after the other, and end with what they have resumed.
f = through 100 (counter 300)
print (f ())                                    # expect: Some 0
print (sum f)                                   # expect: 44850
print (f ())                                    # expect: None
# An error passes through all of them.
failing = fiber { yield 1; error Bad }
print (try (list (through 100 failing)))        # expect: Err Bad
# What a fiber is given comes to the right one.
echo = fiber { x = yield 0; loop { x = yield x * 2 } }
other = fiber { x = yield 0; loop { x = yield x * 3 } }
echo (); other ()
print (map (i -> [echo i, other i]) (1..4))       # expect: [[Some 2, Some 3], [Some 4, Some 6], [Some 6, Some 9]]
# Tasks that wait inside fibers let the others go on.
ch = channel 0
receiving = fiber { for x in ch { yield x } }
t = spawn (() -> list receiving) ()
for i in 0..5 { send ch i }
close ch
print (await t)                                 # expect: [0, 1, 2, 3, 4]
