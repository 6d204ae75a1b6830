kind = v -> match v {
    t: Task -> "task"
    c: Channel -> "channel"
    c: Cell -> "cell"
    f: Fiber -> "fiber"
    _ -> "other"
}
print (map kind [spawn 1, channel 0, cell 1, fiber { yield 1 }, 5])
# expect: ["task", "channel", "cell", "fiber", "other"]
