# The functions of module cell that take functions.

## Has a cell hold what f gives for what it holds, and gives that. No other update comes between; if f raises an error, the cell stays as it is.
# cell.update (n -> n + 1) (cell 1) => 2
update = f c -> {
    before = cell.take c
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
