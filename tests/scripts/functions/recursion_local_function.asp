sum_to = n -> {
    go = i acc -> if i > n { acc } else { go (i + 1) (acc + i) }
    go 1 0
}
print (sum_to 100)
# expect: 5050
