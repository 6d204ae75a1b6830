use "./lib/geometry"
print (geometry.area 2)
# expect: 12
print geometry.pi
# expect: 3
print (type_of geometry)
# expect: Record
