print [5 is (_: Int), 5.0 is (_: Int), "a" is (_: String)]
# expect: [true, false, true]
