t0 = time.monotonic ()
gather (x -> sleep 0.05) (0..20)
print (time.monotonic () - t0 < 0.6)                # expect: true
