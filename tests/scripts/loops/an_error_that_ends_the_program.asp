# The trace names the iteration's own frames once.
check = n -> { for i in 0..40 { i }; if n == 5 { error "bad {n}" }; n }
outer = xs -> { t = 0; for x in xs { t += check x }; t }
for y in 0..3 { print (outer (list (y..y + 4))) }     # expect error: bad 5
# expect: 6
# expect: 10
