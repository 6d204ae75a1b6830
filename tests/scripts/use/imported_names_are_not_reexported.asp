use "./lib/outer"
print outer.geometry         # expect error: geometry
