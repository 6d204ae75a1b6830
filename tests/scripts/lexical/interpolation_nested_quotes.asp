xs = ["a", "b"]
print "items: {join ", " (map (x -> "<{x}>") xs)}."
# expect: items: <a>, <b>.
