ch = channel 0
t = spawn { for i in 0..5 { task.yield (); send ch [i] }; close ch }
print (list ch)                             # expect: [[0], [1], [2], [3], [4]]
