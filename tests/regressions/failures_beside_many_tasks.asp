# For each error that was awaited, all other tasks were searched for another error.
t = spawn {
  others = map (_ -> spawn sleep 1000) (0..30000)
  for i in 0..200000 { failing = spawn error "x"; try (await failing) }
  each task.cancel others
}
await t
print "done"    # expect: done
