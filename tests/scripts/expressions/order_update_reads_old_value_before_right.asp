xs = [1, 2]
i = 0
xs[0] += { xs = [100, 200]; 5 }
# the old value is 1; the store goes into what the variable holds by then
print xs[0]
# expect: 6
