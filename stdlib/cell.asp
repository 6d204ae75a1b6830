# The part of module cell that takes functions.

## Has a cell hold what f gives for what it holds. No other update comes between; if f raises an error, the cell stays as it is.
# { c = cell 1; cell.update (n -> n + 1) c; cell.get c } => 2
update = f c -> {
    before = cell.take c
    match try (f before) {
        Ok after -> cell.put after c
        Err e -> {
            cell.put before c
            error e
        }
    }
}
