print (filter_map (x -> if x > 1 { Some (x * 10) } else { None }) [1, 2, 3])
# expect: [20, 30]
