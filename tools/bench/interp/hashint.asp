n = 1_000_000
sum = 0
miss = 0
for _ in 0..2 {
    table = [:]
    for i in 1..=n { table[i * 2654435761 % 4294967296] = i }
    for i in 1..=2 * n {
        if get (i * 2654435761 % 4294967296) table is Some value { sum += value } else { miss += 1 }
    }
}
assert (sum == 1000001000000 and miss == 2000000)
print "{sum} {miss}"
