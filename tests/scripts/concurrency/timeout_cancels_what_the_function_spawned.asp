log = channel 1
r = try (task.timeout 0.005 (() -> {
    spawn { r = try (sleep 1000); send log (r is Err (Cancelled _)) }
    sleep 1000
}))
print (r is Err (Timeout _))                        # expect: true
