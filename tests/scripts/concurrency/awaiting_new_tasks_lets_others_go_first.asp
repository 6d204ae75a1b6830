# The program always has a task of its own to run next; the other one gets its turn all the same.
other = spawn { for i in 0..1000 { task.yield () }; "done" }
while not (task.done? other) { await (spawn 1 + 1) }
print (await other)                             # expect: done
