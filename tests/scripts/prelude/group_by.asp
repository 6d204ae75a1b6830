print (group_by len ["bb", "a", "cc", "d"])
# expect: [2: ["bb", "cc"], 1: ["a", "d"]]
