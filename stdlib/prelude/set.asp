# The functions of module set that take functions.

## The elements for which f is true, in a set.
# set.filter (x -> x > 1) (set [1, 2]) => [2: ()]
filter = f s -> {
    out = [:]
    for x in keys s {
        if f x { out[x] = () }
    }
    out
}

## What f gives for the elements, in a set.
# set.map (x -> x % 2) (set [1, 2, 3]) => [1: (), 0: ()]
map = f s -> {
    out = [:]
    for x in keys s { out[f x] = () }
    out
}
