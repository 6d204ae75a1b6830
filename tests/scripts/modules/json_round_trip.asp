v = ["s": "q\"\\\n\u{1}é", "n": [1, -2.5, 1e300, 0], "t": true, "none": None, "d": ["x": []]]
print (json.parse (json.show v) == v)
# expect: true
print (json.parse (json.pretty v) == v)
# expect: true
