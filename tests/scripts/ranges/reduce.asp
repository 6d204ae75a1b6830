# The grouping depends on the number of elements alone, so that floats come out the same in every schedule.
print (reduce (a b -> a + b) (0..5000))  # expect: 12497500
print (reduce (a b -> a + b) (list (0..5000)))  # expect: 12497500
print (reduce (a b -> a + b) (range 5000 0 -2))  # expect: 6252500
print (reduce (a b -> if a > b { a } else { b }) (map (x -> x * 7919 % 10007) (0..5000)))  # expect: 10006
print (reduce (a b -> a + b) (map (x -> 1 / (x + 1)) (0..5000)))  # expect: 9.094508852984434
print (reduce (a b -> a + b) (map string (0..3000)) |> len)  # expect: 10890
print (reduce (a b -> a - b) [10, 2, 3], reduce (a b -> a - b) (1..4), reduce (a b -> a) [5])  # expect: (5, -4, 5)
print (reduce (a b -> a + b) "abc", reduce (a b -> a) ["x": 1, "y": 2])  # expect: ("abc", ("x", 1))
print (try reduce (a b -> a) [])  # expect: Err (ValueError { message: "reduce: xs is empty" })
print (try reduce (a b -> if b == 4000 { error "at {b}" } else { a + b }) (0..9000))  # expect: Err "at 4000"
