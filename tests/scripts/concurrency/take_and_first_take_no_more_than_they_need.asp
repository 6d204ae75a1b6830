numbers = fiber { n = 0; loop { yield n; n += 1 } }
print (take 3 numbers)                      # expect: [0, 1, 2]
print (first numbers)                       # expect: 3
print (take_while (x -> x < 6) numbers)     # expect: [4, 5]
print (numbers ())                          # expect: Some 7
ch = channel 5
for i in 0..5 { send ch i }
print (take 2 ch)                           # expect: [0, 1]
print (recv ch)                             # expect: Some 2
print (take 0 ch)                           # expect: []
