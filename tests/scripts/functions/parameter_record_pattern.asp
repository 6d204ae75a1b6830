area = { w, h: height } -> w * height
print (area { w: 2, h: 3, color: "red" })
# expect: 6
