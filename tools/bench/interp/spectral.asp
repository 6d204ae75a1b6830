n = 500

a = i j -> {
    ij = i + j
    1.0 / (ij * (ij + 1) * 0.5 + i + 1)
}

times_a = x -> 0..n |> map (i -> {
    total = 0.0
    for j in 0..n { total += x[j] * a i j }
    total
})

times_transposed = x -> 0..n |> map (i -> {
    total = 0.0
    for j in 0..n { total += x[j] * a j i }
    total
})

u = repeat n 1.0
v = []
for _ in 0..10 {
    v = times_transposed (times_a u)
    u = times_transposed (times_a v)
}

vbv = 0.0
vv = 0.0
for i in 0..n {
    vbv += u[i] * v[i]
    vv += v[i] * v[i]
}
result = "{sqrt (vbv / vv):.9f}"
assert (result == "1.274224116")
print result
