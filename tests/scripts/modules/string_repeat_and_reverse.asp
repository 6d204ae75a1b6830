print [string.repeat 3 "ab", string.repeat 0 "ab", string.reverse "añb"]
# expect: ["ababab", "", "bña"]
