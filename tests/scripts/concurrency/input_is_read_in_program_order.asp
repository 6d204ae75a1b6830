# Input is read once: the second of two reads that could overlap gets nothing, whichever is ready first.
spin = n -> { sum = 0; for i in 0..n { sum += i % 3 }; sum }
part = n -> { spin n; fs.read "/dev/stdin" }
first = part 20000
second = part 0
third = part 10
print "{len first} {len second} {len third}"
# stdin: one
# stdin: two
# expect: 8 0 0
