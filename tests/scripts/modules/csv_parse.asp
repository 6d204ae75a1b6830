print (csv.parse "a,b\n1,\"x, y\"\n\"q\"\"q\",\n")
# expect: [["a", "b"], ["1", "x, y"], ["q\"q", ""]]
