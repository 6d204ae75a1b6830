ch = channel 5
xs = [1, 2]
send ch xs
xs[0] = 9
send ch xs
ys = recv ch
print ys                   # expect: Some [1, 2]
print (recv ch)            # expect: Some [9, 2]
print xs                   # expect: [9, 2]
