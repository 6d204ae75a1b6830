ch = channel 0
t = spawn { sleep 0.01; send ch 1 }
print (recv ch)            # expect: Some 1
