ch = channel 1
close ch
send ch 5                  # expect error: Closed: send: the channel is closed
