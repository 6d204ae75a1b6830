make = () -> [1, 2]
a = make ()
a[0] = 9
print (make ())
# expect: [1, 2]
table = () -> ["k": [0]]
t = table ()
t["k"][0] = 5
print (table ())
# expect: ["k": [0]]
