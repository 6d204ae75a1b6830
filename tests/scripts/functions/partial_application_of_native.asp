longer = map len
print (longer ["a", "bcd", ""])
# expect: [1, 3, 0]
evens = filter (x -> x % 2 == 0)
print (0..7 |> evens)
# expect: [0, 2, 4, 6]
