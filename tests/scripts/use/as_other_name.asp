use "./lib/geometry" as g
print (map g.area [1, 2])
# expect: [3, 12]
