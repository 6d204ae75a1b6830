# The next step is never taken: what it alone would read has no value at the `break`.
for name in ["one", "two"] { print name; break }   # expect: one
for i in 0..9 { print i; break }                   # expect: 0
i = 0
while i < 3 { print i; i += 1; break }             # expect: 0
loop { print (len "end"); break }                  # expect: 3
leave = xs -> { for x in xs { print x; return x }; "nothing" }
print (leave [7, 8], leave [])                     # expect: 7
# expect: (7, "nothing")
