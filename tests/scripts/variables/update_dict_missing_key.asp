d = ["apple": 1]
d["aple"] += 1    # expect error: KeyError
