ch = channel 0
send ch (recv ch)          # expect error: Deadlock
