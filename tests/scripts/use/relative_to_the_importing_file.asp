use "./lib/nested/inner"
# its own import is relative to its own file
print (inner.half_area 2)
# expect: 6.0
