# The program always has a task of its own to run next. The other task still gets its turn.
other = spawn { for i in 0..1000 { task.yield () }; "done" }
while not (task.done? other) { await (spawn 1 + 1) }
print (await other)                             # expect: done
