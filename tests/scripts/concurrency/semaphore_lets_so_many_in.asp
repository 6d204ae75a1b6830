s = semaphore 2
inside = cell 0
most = cell 0
ts = list (0..10) |> map (k -> spawn semaphore.with s (() -> {
    cell.update (n -> n + 1) inside
    cell.update (m -> max [m, cell.get inside]) most
    for i in 0..20 { task.yield () }
    cell.update (n -> n - 1) inside
    k
}))
print (task.all ts)        # expect: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
print (cell.get most <= 2) # expect: true
