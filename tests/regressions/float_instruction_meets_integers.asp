# An instruction that has computed with floats goes back to the general form inside the function it is in.
halve = by xs -> map (x -> x / by) xs
print (halve 2.0 [3.0, 1])
print (halve 2 [3, 1])
scaled = k x -> k * x
print (map (scaled 1.5) [2.0])
print (map (scaled 3) [2])
# expect: [1.5, 0.5]
# expect: [1.5, 0.5]
# expect: [3.0]
# expect: [6]
