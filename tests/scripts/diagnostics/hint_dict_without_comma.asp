d = [
    "a": 1
    "b": 2              # expect error: the entries of a dict are separated by commas
]
