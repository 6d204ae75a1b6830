t = spawn recv (channel 0)
task.detach t
recv (channel 0)           # expect error: Deadlock
