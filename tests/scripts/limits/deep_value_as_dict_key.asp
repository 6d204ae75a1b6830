build = n -> {
    t = (0,)
    for _ in 0..n { t = (t, 1) }
    t
}
d = [build 50000: "deep"]
print d[build 50000]
# expect: deep
print (contains (build 50001) d)
# expect: false
