print (join ", " ["a", "b"])
# expect: a, b
print (join "-" [1, "x", [2], 1.5])
# expect: 1-x-[2]-1.5
print (show (join "," []))
# expect: ""
print (join "" "abc")
# expect: abc
