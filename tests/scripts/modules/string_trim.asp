print [string.trim "  a b \n", string.trim_start "  a ", string.trim_end " a  "]
# expect: ["a b", "a ", " a"]
