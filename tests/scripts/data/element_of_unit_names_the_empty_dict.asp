# `{}` is an empty block, and its value is `()`.
d = {}
d["a"] = 1    # expect error: hint: the empty dict is `[:]`
