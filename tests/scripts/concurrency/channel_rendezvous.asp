ch = channel 0
log = cell []
t = spawn {
    send ch 1
    cell.update (push "sent") log
}
for i in 0..50 { task.yield () }
print (cell.get log)       # expect: []
print (recv ch)            # expect: Some 1
await t
print (cell.get log)       # expect: ["sent"]
