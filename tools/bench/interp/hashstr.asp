n = 300_000
table = [:]
for i in 1..=n { table["key{i}"] = i }
sum = 0
miss = 0
for _ in 0..2 {
    for i in range 1 (2 * n + 1) 2 {
        if get "key{i}" table is Some value { sum += value } else { miss += 1 }
    }
}
assert (sum == 45000000000 and miss == 300000)
print "{sum} {miss}"
