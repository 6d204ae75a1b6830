# The functions of module cell that take functions.

## Has a cell hold what f gives for what it holds, and gives that. No other change comes between. `cell.get` sees the value before meanwhile, and the cell keeps it if f raises an error. For that, the value is shared while f runs: f copies a list or dict that it updates. `cell.change` does not.
# cell.update (n -> n + 1) (cell 1) => 2
update = f c -> {
    before = cell.hold c
    match try (f before) {
        Ok after -> {
            cell.put after c
            after
        }
        Err e -> {
            cell.put before c
            error e
        }
    }
}

## Has a cell hold what f gives for what it holds, and gives (). f has the value to itself, so that it updates a list or dict in place, in constant time. Whatever else uses the cell waits meanwhile, and a cancel of the task waits until f is over. If f raises an error, the value is lost: uses of the cell raise Broken until `cell.set`.
# { c = cell [1]; cell.change (push 2) c; cell.get c } => [1, 2]
change = f c -> {
    before = cell.begin c
    match try (f before) {
        Ok after -> cell.end after c
        Err e -> {
            cell.lose c
            error e
        }
    }
}
