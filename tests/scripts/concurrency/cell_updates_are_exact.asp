c = cell 0
ts = list (0..8) |> map (k -> spawn { for i in 0..500 { cell.update (n -> n + 1) c } })
task.all ts
print (cell.get c)                                              # expect: 4000
