# The first store happens in the list that the second replaces.
r = { xs: [1, 2, 3] }
r.xs[0], r.xs = pop r.xs
print r
# expect: { xs: [1, 2] }

d = ["k": [[1, 2], [3]]]
d["k"][0][0], d["k"][0] = pop d["k"][0]
print d
# expect: ["k": [[1], [3]]]
