deep = n -> if n == 0 { 0 } else { first (sort_by (x -> deep (n - 1)) [n, n + 1]) }
small = deep 14
print small
# expect: 14
