ch = channel 5
send ch 1
send ch 2
close ch
close ch
print [recv ch, recv ch, recv ch, recv ch]      # expect: [Some 1, Some 2, None, None]
