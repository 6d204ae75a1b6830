done = cell false
outer = spawn {
    spawn { for i in 0..1000 { task.yield () }; cell.set true done }
    "value"
}
print (await outer)                 # expect: value
print (cell.get done)               # expect: true
