r = try (task.timeout 0.005 (() -> recv (channel 0)))
print (r is Err (Timeout _))                        # expect: true
print ((try (task.timeout 0.005 (() -> loop { }))) is Err (Timeout _))     # expect: true
print ((try (task.timeout 0 (() -> sleep 1000))) is Err (Timeout _))       # expect: true
