xs = [1, 2, 3, 4]
print (xs |> filter (x -> x > 1) |> len == 3)
# expect: true
print (3 == xs |> len)
# expect: false
print (1 + 2 < 2 * 2)
# expect: true
