use "./lib/geometry"
print (geometry.aera 1)      # expect error: area
