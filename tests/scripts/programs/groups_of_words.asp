# sets and grouping
words = string.words "the cat and the dog and the bird saw a cat"
print (list.frequencies words |> entries |> sort_by ((w, n) -> (-n, w)) |> take 3)
print (group_by len words)
a = set [3, 1, 2]
b = set [2, 3, 4]
print (set.list (set.union a b) |> sort, set.list (set.intersect a b) |> sort, set.list (set.difference a b))
print (set.subset? (set [1]) a, set.disjoint? a (set [9]))
for x in a { write "{x} " }
print ""
print (a == set [1, 2, 3])
anagrams = ["listen", "silent", "enlist", "google", "elgoog", "abc"] |> group_by (w -> join "" (sort (string.chars w)))
for k, ws in anagrams { if len ws > 1 { print "{k}: {join ", " ws}" } }
inverted = dict.invert ["x": 1, "y": 2]
print inverted
print (dict.merge_with (a b -> a + b) ["x": 1, "y": 2] ["y": 10, "z": 20])
print (unique [3, 1, 3, 2, 1], list.dedup [1, 1, 2, 2, 1])
d = ["one": 1]
d["two"] = 2
d |>= remove "one"
d |>= merge ["three": 3]
print d
print (len d, contains "two" d, get_or "nine" 9 d)
print (max_by (k -> len k) (keys d))
print (list.to_dict (w -> (w, len w)) ["aa", "b"])
nested = [:]
for k, v in [("a", 1), ("b", 2), ("a", 3)] { nested |>= dict.update_or k [] (xs -> push v xs) }
print nested
# expect: [("the", 3), ("and", 2), ("cat", 2)]
# expect: [3: ["the", "cat", "and", "the", "dog", "and", "the", "saw", "cat"], 4: ["bird"], 1: ["a"]]
# expect: ([1, 2, 3, 4], [2, 3], [1])
# expect: (true, true)
# expect: (3, ()) (1, ()) (2, ()) 
# expect: true
# expect: eilnst: listen, silent, enlist
# expect: eggloo: google, elgoog
# expect: [1: "x", 2: "y"]
# expect: ["x": 1, "y": 12, "z": 20]
# expect: ([3, 1, 2], [1, 2, 1])
# expect: ["three": 3, "two": 2]
# expect: (2, true, 9)
# expect: three
# expect: ["aa": 2, "b": 1]
# expect: ["a": [1, 3], "b": [2]]
