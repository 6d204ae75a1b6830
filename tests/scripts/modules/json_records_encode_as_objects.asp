print (json.parse (json.show { a: 1, b: [{ c: "x" }] }))
# expect: ["a": 1, "b": [["c": "x"]]]
