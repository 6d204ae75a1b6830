gather_limit 0 identity [1]         # expect error: gather_limit: n must be at least 1
