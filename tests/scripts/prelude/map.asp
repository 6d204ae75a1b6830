print (map (x -> x * 2) [1, 2, 3])
# expect: [2, 4, 6]
print (map (x -> x + 1) (0..3))
# expect: [1, 2, 3]
print (map (c -> c + c) "ab")
# expect: ["aa", "bb"]
print (map ((k, v) -> "{k}{v}") ["a": 1, "b": 2])
# expect: ["a1", "b2"]
print (map identity b"ab")
# expect: [97, 98]
print (map (x -> x) [])
# expect: []
