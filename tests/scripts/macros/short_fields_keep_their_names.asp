syntax 'point a b { x = a; y = b; { x, y } }
syntax 'x_of r { { x } = r; x }
syntax 'tagged value { { value, } }
x = 7
print (point 1 2)
# expect: { x: 1, y: 2 }
print (x_of { x: 3, y: 4 }, x)
# expect: (3, 7)
print (tagged (1 + 1))
# expect: { value: 2 }
