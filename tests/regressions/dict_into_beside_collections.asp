# The values of the new record stood in a vector, which the collector does not know. When a collection put their values in
# the places of resolved futures, the vector kept futures that were freed.
numbers = n -> { out = []; for i in 0..2 { out += [i + n] }; out }
defaults = { a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0 }
settings = k -> ["a": numbers k, "b": numbers (k + 1), "c": numbers (k + 2), "d": numbers (k + 3), "g": numbers (k + 4)]
sum = 0
for k in 0..20 {
    read = dict.into defaults (settings k)
    sum += read.a[0] + read.b[1] + read.c[0] + read.d[1] + read.g[1]
}
print sum
# expect: 1210
