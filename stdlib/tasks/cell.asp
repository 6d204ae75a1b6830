# The functions of module cell that take functions.

## Replaces the value of a cell by f of it, and gives the new value. Meanwhile `cell.get` gives the old one, and the cell keeps that if f raises an error. So the value is shared while f runs, and f copies a list or dict if it does more than add to it; `cell.change` does not.
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

## Like `cell.change`, for a function that also has an answer: f gives a tuple of the answer and the new value, as `pop` does, and the answer is returned.
# { c = cell [1, 2]; last = cell.get_and_change pop c; (last, cell.get c) } => (2, [1])
get_and_change = f c -> {
    before = cell.begin c
    match try (f before) {
        Ok (answer, after) -> {
            cell.end after c
            answer
        }
        Ok given -> {
            cell.lose c
            error (TypeError { message: "cell.get_and_change: f must give a tuple of two, not {show given}" })
        }
        Err e -> {
            cell.lose c
            error e
        }
    }
}

## The value of f for the value of a cell: `cell.read (get key) c` for an entry of a large dict. Unlike a use of `cell.get`, it leaves the value to the cell alone, so that the next change of the cell copies nothing. Meanwhile other uses of the cell wait, as they do for `cell.change`.
# cell.read len (cell [1, 2]) => 2
read = f c -> {
    value = cell.begin c
    match try (f value) {
        Ok answer -> {
            cell.end value c
            answer
        }
        Err e -> {
            cell.end value c
            error e
        }
    }
}

## Replaces the value of a cell by f of it. f has the value to itself, so it updates a list or dict in place, in constant time. Other uses of the cell wait until f is over, and so does a cancel of the task. If f raises an error, or a limit ends it, the value is lost: uses of the cell raise Broken until `cell.set`.
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
