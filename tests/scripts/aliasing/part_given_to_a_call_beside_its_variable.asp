# A call gets the part that it replaces, and changes it in place, while another variable holds a part of that.
set = xs n -> {
    xs[0][0] = n
    xs
}
beside = q -> {
    a = q.xs[0]
    q.xs = set q.xs q.n
    ("{a}", q)
}
print (beside { xs: [[1], [2]], n: 9 })
# expect: ("[1]", { xs: [[9], [2]], n: 9 })
read_before = q -> {
    a = q.xs[0]
    q.xs = set q.xs q.n
    seen = "{a}"
    (seen, q)
}
print (read_before { xs: [[1], [2]], n: 9 })
# expect: ("[1]", { xs: [[9], [2]], n: 9 })
