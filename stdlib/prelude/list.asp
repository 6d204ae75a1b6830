# The functions of module list that take functions.

## A list of n elements: what f gives for 0, 1, 2 ….
# list.of 4 (i -> i * i) => [0, 1, 4, 9]
of = n f -> {
    if n < 0 { error (ValueError { message: "list.of: n must not be negative" }) }
    out = []
    for i in 0..n { out |>= push (f i) }
    out
}
_of_rest = indexes f out first -> list.append first (_of_onto indexes f out)
_of_onto = indexes f out -> {
    for i in indexes { out |>= push (f i) }
    out
}

## Lists of neighbours for which f gives the same.
# list.runs_by (x -> x % 2) [1, 3, 2, 4, 5] => [[1, 3], [2, 4], [5]]
runs_by = f xs -> {
    out = []
    run = []
    last = ()
    for x in xs {
        key = f x
        if len run > 0 and key != last {
            out |>= push run
            run = []
        }
        run |>= push x
        last = key
    }
    if len run > 0 { out |>= push run }
    out
}

## The elements before the first one for which f is false, and the others.
# list.span (x -> x < 3) [1, 2, 3, 1] => ([1, 2], [3, 1])
span = f xs -> {
    all = list xs
    n = 0
    for x in all {
        if not f x { break }
        n += 1
    }
    list.split_at n all
}

## The dict of what f gives as pairs (key, value) for the elements.
# list.to_dict (s -> (s, len s)) ["a", "bb"] => ["a": 1, "bb": 2]
to_dict = f xs -> {
    out = [:]
    for x in xs {
        k, v = f x
        out[k] = v
    }
    out
}

## A list of n elements: x first, then each time what f gives for the element before.
# list.iterate 4 (x -> x * 2) 1 => [1, 2, 4, 8]
iterate = n f x -> {
    out = []
    for i in 0..n {
        out |>= push x
        if i + 1 < n { x = f x }
    }
    out
}

## What `f state` gives as `Some (element, next state)`, until it gives `None`.
# list.unfold (n -> if n > 3 { None } else { Some (n, n + 1) }) 1 => [1, 2, 3]
unfold = f state -> {
    out = []
    while f state is Some (x, next) {
        out |>= push x
        state = next
    }
    out
}
