build = n -> {
    xs = []
    for _ in 0..n { xs = [xs] }
    xs
}
print (build 100000 == build 100000)
# expect: true
print (build 100000 == build 100001)
# expect: false
print (build 100000 < build 100001)
# expect: true
