sum (channel 0)                             # expect error: Deadlock
