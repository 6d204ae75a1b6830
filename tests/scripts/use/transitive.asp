use "./lib/outer"
print (outer.double_area 1)
# expect: 6
