print (update "a" (x -> x + 1) ["a": 1])
# expect: ["a": 2]
print (update 0 (x -> x * 10) [1, 2])
# expect: [10, 2]
print ((try (update "z" (x -> x) ["a": 1])) is Err (KeyError _))
# expect: true
