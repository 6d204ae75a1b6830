c = cell 0
ch = channel 1
t = spawn 1
f = fiber { yield 1 }
told = g -> match try (g ()) { Err (TypeError e) -> print e.hint, _ -> print "no error" }
told (() -> c + 1)          # expect: `cell.get c` is the value of a cell, and `cell.update (n -> n + 1) c` changes it
told (() -> t * 2)          # expect: `await t` is the value of a task
told (() -> 1 - ch)         # expect: `recv ch` takes a value from a channel, as `Some v`
told (() -> f + 1)          # expect: `f ()` is the next value of a fiber, as `Some v`
told (() -> ch <- 5)        # expect: to give a value to a channel, write `send ch v`
