mark = "\u{FEFF}"
print (csv.parse_with { header: true } "{mark}a,b\n1,2\n")
# expect: [["a": "1", "b": "2"]]
print (csv.parse "{mark}\"a,b\",{mark}c\n" == [["a,b", "{mark}c"]], csv.parse mark)
# expect: (true, [])

# A text that begins with a mark of its own is read back as it was written.
rows = [["{mark}a", "b"], ["{mark}c", ""]]
print (csv.parse (csv.show rows) == rows)
# expect: true
