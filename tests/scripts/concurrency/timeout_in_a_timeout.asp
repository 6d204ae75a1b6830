inner = try (task.timeout 1000 (() -> task.timeout 0.005 (() -> sleep 1000)))
print (inner is Err (Timeout _))                    # expect: true
outer = try (task.timeout 0.005 (() -> task.timeout 1000 (() -> sleep 1000)))
print (outer is Err (Timeout _))                    # expect: true
