d = ["apple": 1, "banana": 2]
print ((try d["cherry"]) is Err (KeyError _))
# expect: true
