print "{255:#x} {-5:#b} {1234567:_}"    # expect: 0xff -0b101 1_234_567
print "{-0.001:z.1f}"                   # expect: 0.0
