d = ["b": 1]
d["total"] += 1         # expect error: `d["total"] = get_or "total" 0 d + …`
