# Each error that was awaited had all other tasks looked through for another one.
t = spawn {
  others = map (_ -> spawn sleep 1000) (0..30000)
  for i in 0..200000 { failing = spawn error "x"; try (await failing) }
  each task.cancel others
}
await t
print "done"    # expect: done
