mark = "\u{FEFF}"
print (csv.parse_with { header: true } "{mark}a,b\n1,2\n")
# expect: [["a": "1", "b": "2"]]
print (csv.parse "{mark}\"a,b\",{mark}c\n" == [["a,b", "{mark}c"]], csv.parse mark)
# expect: (true, [])

# What begins with one of its own is read again as it was written.
rows = [["{mark}a", "b"], ["{mark}c", ""]]
print (csv.parse (csv.show rows) == rows)
# expect: true
