member = 0.1
large_order = 0.05
