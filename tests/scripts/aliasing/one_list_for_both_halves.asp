bump = acc x -> { acc[0] += x[0]; acc }
rows = n -> map (x -> [x]) (0..n)
total = n -> reduce bump (rows n)
print (total 5000)
xs = rows 5000
print (reduce bump xs, xs[0], xs[1024])
# expect: [12497500]
# expect: ([12497500], [0], [1024])
