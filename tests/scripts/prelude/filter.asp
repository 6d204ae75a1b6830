print (filter (x -> x > 1) [1, 2, 3])
# expect: [2, 3]
print (filter (x -> x % 3 == 0) (0..10))
# expect: [0, 3, 6, 9]
print (filter (c -> c != "b") "abc")
# expect: ["a", "c"]
print (filter ((k, v) -> v > 1) ["a": 1, "b": 2])
# expect: [("b", 2)]
