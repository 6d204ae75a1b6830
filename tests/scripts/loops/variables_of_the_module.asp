# A function reads `level` as it was where the function was made.
level = 0
show = () -> level * 10
for x in 0..5 { level = level + x; print (show ()) }
# expect: 0
# expect: 0
# expect: 0
# expect: 0
# expect: 0
first = 3
double = n -> { for i in 0..40 { i }; n * first }
t = 0
for x in 0..5 { t += double x }
first = 4
print (t, double 1)                        # expect: (30, 3)
