use "./lib/outer"
print (try outer.geometry)         # expect error: geometry
