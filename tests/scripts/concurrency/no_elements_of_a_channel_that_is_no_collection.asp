ch = channel 1
print ((try (push ch 5)) is Err (TypeError _))      # expect: true
print ((try (len ch)) is Err (TypeError _))         # expect: true
print ((try (join 5 ch)) is Err (TypeError _))      # expect: true
send ch 1
print (recv ch)                             # expect: Some 1
