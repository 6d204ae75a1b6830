# The path stays open while the call runs; each of its containers may become shared meanwhile.
id = x -> x
r = { a: { b: { n: 0, xs: [] }, ys: [[0], [0]] } }
for i in 0..300 {
    r.a.b.n += id i
    r.a.b.xs |>= (xs -> push (id i) xs)
    r.a.ys[1][0] += id 1
    r.a.ys[0] = (ys -> push (id i) ys) r.a.ys[0]
    x, r.a.b.xs = (xs -> pop (push (id 7) xs)) r.a.b.xs
}
print r.a.b.n           # expect: 44850
print (len r.a.b.xs)    # expect: 300
print (r.a.b.xs[299])   # expect: 299
print r.a.ys[1]         # expect: [300]
print (len r.a.ys[0])   # expect: 301
