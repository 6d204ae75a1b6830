n = 2_000_000
total = 0
for _ in 0..4 {
    prime = repeat (n + 1) true
    count = 0
    for i in 2..=n {
        if prime[i] {
            count += 1
            for j in range (i + i) (n + 1) i { prime[j] = false }
        }
    }
    total += count
}
assert (total == 595732)
print total
