running = cell 0
most = cell 0
f = x -> {
    cell.update (n -> n + 1) running
    now = cell.get running
    cell.update (m -> max [m, now]) most
    for i in 0..20 { task.yield () }
    cell.update (n -> n - 1) running
    x * 2
}
print (gather_limit 3 f (0..20) == map (x -> x * 2) (0..20))    # expect: true
print (cell.get most <= 3)                                      # expect: true
print (gather_limit 1 identity [1, 2])                          # expect: [1, 2]
