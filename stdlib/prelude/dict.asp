# The functions of module dict that take functions.

## A dict with f applied to every value.
# dict.map_values (v -> v * 10) ["a": 1] => ["a": 10]
map_values = f d -> {
    out = [:]
    for k, v in dict d { out[k] = f v }
    out
}

## A dict with f applied to every key; of equal new keys the last one wins.
# dict.map_keys string.upper ["a": 1] => ["A": 1]
map_keys = f d -> {
    out = [:]
    for k, v in dict d { out[f k] = v }
    out
}

## A dict of the pairs (key, value) that f gives for each pair.
# dict.map ((k, v) -> (v, k)) ["a": 1] => [1: "a"]
map = f d -> {
    out = [:]
    for entry in dict d {
        k, v = f entry
        out[k] = v
    }
    out
}

## The entries for which f is true, in a dict. f gets the pair (key, value).
# dict.filter ((k, v) -> v > 1) ["a": 1, "b": 2] => ["b": 2]
filter = f d -> {
    out = [:]
    for k, v in dict d {
        if f (k, v) { out[k] = v }
    }
    out
}

## A dict of the given keys with the values that f gives for them.
# dict.from_keys ["x", "yy"] len => ["x": 1, "yy": 2]
from_keys = ks f -> {
    out = [:]
    for k in ks { out[k] = f k }
    out
}

## The entries of both dicts; where both have a key, what f gives for the values of a and b.
# dict.merge_with (x y -> x + y) ["a": 1] ["a": 2, "b": 3] => ["a": 3, "b": 3]
merge_with = f a b -> {
    for k, v in dict b {
        if contains k a { a[k] = f a[k] v } else { a[k] = v }
    }
    a
}

## The dict with f applied to the value of a key, or to the default if there is none.
# dict.update_or "n" 0 (x -> x + 1) [:] => ["n": 1]
update_or = k default f d -> {
    if contains k d { d[k] |>= f } else { d[k] = f default }
    d
}

## The dict with its entries in the order of their keys.
# dict.sort ["b": 1, "a": 2] => ["a": 2, "b": 1]
sort = d -> {
    out = [:]
    for k in list.sort (keys d) { out[k] = d[k] }
    out
}

## The dict with its entries in the order of what f gives for their pairs (key, value).
# dict.sort_by ((k, v) -> v) ["b": 2, "a": 1] => ["a": 1, "b": 2]
sort_by = f d -> {
    pairs = entries d
    out = [:]
    for k, v in list.sort_by f pairs { out[k] = v }
    out
}

## Combines the entries from left to right: `f acc key value` gives the next acc.
# dict.fold 0 (acc k v -> acc + v) ["a": 1, "b": 2] => 3
fold = init f d -> {
    acc = init
    for k, v in dict d { acc = f acc k v }
    acc
}
