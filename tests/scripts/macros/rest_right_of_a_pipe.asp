syntax 'piped x f ..xs { x |> f xs }
print (piped 3 (a b c -> [a, b, c]) 1 2)
# expect: [1, 2, 3]
