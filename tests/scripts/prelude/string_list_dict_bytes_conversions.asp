print [string 5, string [1, "a"], string "x"]
# expect: ["5", "[1, \"a\"]", "x"]
print (list "ab" + list (0..2) + list ["k": 1])
# expect: ["a", "b", 0, 1, ("k", 1)]
print (dict [("a", 1), ("b", 2), ("a", 3)])
# expect: ["a": 3, "b": 2]
print [bytes "é", bytes [1, 255]]
# expect: [b"\xc3\xa9", b"\x01\xff"]
