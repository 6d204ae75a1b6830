print [first [1, 2, 3], last [1, 2, 3]]
# expect: [1, 3]
print [first (5..9), last (5..9), first "abc", last "abc"]
# expect: [5, 8, "a", "c"]
