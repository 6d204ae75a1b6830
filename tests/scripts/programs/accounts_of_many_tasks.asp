# bank simulation: transactions in parallel tasks with a cell
accounts = cell ["a": 100, "b": 50]
transfer = from to n -> cell.change (acc -> {
    if acc[from] >= n {
        acc[from] -= n
        acc[to] += n
    }
    acc
}) accounts
gather (i -> if i % 2 == 0 { transfer "a" "b" 3 } else { transfer "b" "a" 2 }) (0..50)
print (sum (values (cell.get accounts)))
print (all (v -> v >= 0) (values (cell.get accounts)))
log = channel 100
spawn { for i in 0..3 { send log "line {i}" }; close log }
print (list log)
s = semaphore 2
active = cell 0
most = cell 0
gather (i -> semaphore.with s (() -> {
    n = cell.update (x -> x + 1) active
    cell.update (m -> max [m, n]) most
    cell.update (x -> x - 1) active
})) (0..8)
print (cell.get most <= 2, cell.get active)
r = try task.all [spawn 1, spawn { error "x" }]
print r
print (gather_limit 2 (x -> x * 2) [1, 2, 3])
# expect: 150
# expect: true
# expect: ["line 0", "line 1", "line 2"]
# expect: (true, 0)
# expect: Err "x"
# expect: [2, 4, 6]
