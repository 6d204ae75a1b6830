# A pattern is refused by its text, before RE2 spends seconds on it.
fails = pattern -> match (try (regex.compile pattern)) { Err (ValueError { message }) -> message, r -> show r }
print (fails (string.repeat 20000 "(" + "a" + string.repeat 20000 ")"))
# expect: regex.compile: the pattern nests more than 250 groups
print (fails ("^" + string.repeat 1000 "(a|b|ab|c)*" + "$"))
# expect: regex.compile: the pattern has more than 250 groups
print (fails (string.repeat 70000 "a"))
# expect: regex.compile: the pattern is longer than 65536 bytes
print (regex.match? (string.repeat 250 "(" + "a" + string.repeat 250 ")") "xax")
# expect: true
