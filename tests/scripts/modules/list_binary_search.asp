print [list.binary_search 5 [1, 3, 5, 7], list.binary_search 4 [1, 3, 5, 7]]
# expect: [Some 2, None]
