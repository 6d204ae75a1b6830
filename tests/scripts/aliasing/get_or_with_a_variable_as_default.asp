# The default stays as it is, and so does what has the entries besides.
none = [0]
d = ["a": [1, 2]]
old = d
for key in ["a", "b", "a", "b"] {
    xs = get_or key none d
    xs |>= push (len xs)
    d[key] = xs
}
print d         # expect: ["a": [1, 2, 2, 3], "b": [0, 1, 2]]
print old       # expect: ["a": [1, 2]]
print none      # expect: [0]
# The default is what holds the entry, or refers to it.
d = ["a": ["x": 1]]
x = get_or "b" d d
x["a"] = 5
d["b"] = x
print d         # expect: ["a": ["x": 1], "b": ["a": 5]]
whole = d
x = get_or "a" whole d
x["x"] = 7
d["a"] = x
print whole     # expect: ["a": ["x": 1], "b": ["a": 5]]
update = d default -> { x = get_or "a" default d; x["y"] = 1; d["a"] = x; (d, default) }
print (update ["a": ["x": 1]] [:])      # expect: (["a": ["x": 1, "y": 1]], [:])
print (update whole whole).1            # expect: ["a": ["x": 1], "b": ["a": 5]]
