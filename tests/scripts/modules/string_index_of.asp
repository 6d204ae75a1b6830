print [string.index_of "c" "abc", string.index_of "z" "abc", string.index_of "b" "éb"]
# expect: [Some 2, None, Some 1]
