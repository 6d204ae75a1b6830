r = regex.compile r"[a-z]+\d"
print [regex.match? r "abc1", regex.match? r "abc"]
# expect: [true, false]
