# memoisation: passing the table, with a cell, edit distance
fib = n memo -> match get n memo {
    Some v -> (v, memo)
    None -> if n < 2 { (n, memo) } else {
        a, memo = fib (n - 1) memo
        b, memo = fib (n - 2) memo
        memo[n] = a + b
        (a + b, memo)
    }
}
print (fib 100 [:]).0
cache = cell [:]
slow = n -> match get n (cell.get cache) {
    Some v -> v
    None -> {
        v = if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
        cell.change (insert n v) cache
        v
    }
}
print (slow 60)
print (len (cell.get cache))
lcs = a b -> {
    t = repeat (len a + 1) (repeat (len b + 1) 0)
    for i in 1..=len a { for j in 1..=len b {
        t[i][j] = if a[i - 1] == b[j - 1] { t[i - 1][j - 1] + 1 } else { max [t[i - 1][j], t[i][j - 1]] }
    } }
    t[-1][-1]
}
print (lcs "AGGTABQWERTY" "GXTXAYBQRTWY")
# expect: 354224848179261915075
# expect: 1548008755920
# expect: 61
# expect: 8
