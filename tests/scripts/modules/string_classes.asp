print [string.is_digit? "5", string.is_digit? "a", string.is_letter? "é", string.is_letter? "1", string.is_space? " ", string.is_space? "x"]
# expect: [true, false, true, false, true, false]
