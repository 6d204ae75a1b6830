# A fiber may begin a change right after what has resumed it has looked for one.
c = cell 0
broken = 0
is_broken = r -> (try (cell.change identity c)) is Err (Broken _)
for r in 0..50 {
    t = spawn { g = fiber { loop { cell.change (n -> n + 1) c }; yield 1 }; g () }
    for _ in 0..r % 10 { task.yield () }
    task.cancel t
    try (await t)
    if is_broken r { broken += 1; cell.set 0 c }
}
print broken                                    # expect: 0

# Through two fibers, and by the failure of a task.
for r in 0..50 {
    inner = fiber { loop { cell.change (n -> n + 1) c }; yield 1 }
    t = spawn {
        outer = fiber { if r % 2 == 0 { spawn { task.yield (); error Bad } }; for x in inner { yield x } }
        outer ()
    }
    for _ in 0..r % 10 { task.yield () }
    if r % 2 == 1 { task.cancel t }
    try (await t)
    if is_broken r { broken += 1; cell.set 0 c }
}
print broken                                    # expect: 0
