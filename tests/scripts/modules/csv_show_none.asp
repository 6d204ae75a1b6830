# None, a NULL of sqlite, is an empty field; quotes keep a line from being empty.
write (csv.show [["a", None, 1], [None, None, None], [None], [Some None]])
# expect: a,,1
# expect: ,,
# expect: ""
# expect: ""
write (csv.show_with { separator: ";" } [(None, "None", 1)])
# expect: ;None;1
