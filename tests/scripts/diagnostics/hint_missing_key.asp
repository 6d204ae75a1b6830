d = ["b": 1]
d["total"] += 1         # expect error: `get_or k default d` gives a value for a missing key
