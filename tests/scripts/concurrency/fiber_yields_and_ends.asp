f = fiber { yield 1; yield 2; "its value is dropped" }
print [f (), f (), f (), f ()]      # expect: [Some 1, Some 2, None, None]
