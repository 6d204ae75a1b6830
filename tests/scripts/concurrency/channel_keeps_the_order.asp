ch = channel 3
t = spawn { for i in 0..10 { send ch i }; close ch }
print (list ch)            # expect: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
print (recv ch)            # expect: None
