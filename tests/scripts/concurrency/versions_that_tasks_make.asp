# Many tasks add to one list and one dict at once; one of them may use the memory behind it, and no one sees
# the others' values.
base = list (0..100)
table = dict (map (i -> (i, i)) (0..100))
longer = gather (n -> {
    xs = base
    d = table
    for i in 0..20 {
        xs |>= push (n * 100 + i)
        d[100 + i] = n * 100 + i
    }
    (xs, d)
}) (0..40)
print (all (n -> drop 100 longer[n].0 == map (i -> n * 100 + i) (0..20)) (0..40))
print (all (n -> map (i -> longer[n].1[100 + i]) (0..20) == map (i -> n * 100 + i) (0..20)) (0..40))
print "{len base} {len table} {get 100 table}"
# expect: true
# expect: true
# expect: 100 100 None

# A table of results that tasks share, and a log that others read while it grows.
memo = cell [:]
log = cell []
slow = n -> match get n (cell.get memo) {
    Some v -> v
    None -> {
        v = if n < 2 { n } else { (slow (n - 1) + slow (n - 2)) % 1_000_007 }
        cell.change (d -> insert n v d) memo
        cell.change (push n) log
        v
    }
}
print (gather slow [300, 200, 100, 250])
print "{len (cell.get memo)} {len (cell.get log) >= 301}"
# expect: [142282, 754119, 556308, 459823]
# expect: 301 true
