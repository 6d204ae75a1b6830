use "./lib/geometry"
print (geometry.reveal ())
# expect: 42
