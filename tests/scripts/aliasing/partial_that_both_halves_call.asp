onto = acc x -> { acc |>= push x; acc }
slow = n -> { t = 0; for i in 0..n { t += i }; t }
work = base -> map (onto base) (0..6)
print (work [slow 3])
print (reduce (a b -> { a |>= push b[0]; a }) (list (map (x -> [x]) (0..3000))) |> len)
# expect: [[3, 0], [3, 1], [3, 2], [3, 3], [3, 4], [3, 5]]
# expect: 1026
