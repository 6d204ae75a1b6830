# A loop that misses many ticks gets the last of them, at once, and then the next.
ticks = time.every 0.0005
begin = time.monotonic ()
while time.monotonic () - begin < 0.01 { }
Some late = ticks ()
print (late >= 20)
# expect: true
Some next = ticks ()
print (next > late)
# expect: true
