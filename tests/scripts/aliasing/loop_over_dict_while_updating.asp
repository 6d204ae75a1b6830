d = ["a": 1, "b": 2]
for k, v in d {
    d[k + k] = v * 10
    d[k] = 0
}
print d
# expect: ["a": 0, "b": 0, "aa": 10, "bb": 20]
