# A list of what a loop finds, with iterations of some nanoseconds.
found = []
for i in 0..20_000_000 { if i * i % 7 == 2 { found |>= push (i % 1000) } }
print (len found)
# expect: 5714286
