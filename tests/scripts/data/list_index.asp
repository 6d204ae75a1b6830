xs = ["a", "b", "c"]
print [xs[0], xs[2], xs[-1], xs[-3]]
# expect: ["a", "c", "c", "a"]
