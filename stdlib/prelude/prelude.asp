# The functions of the prelude that take functions. Each top-level name of this file is a name without a
# prefix. Loops of functions in range_loops.def may be split. The function `_…_rest` is then the second half
# of the loop, and joins its result to that of the first part, `first`, which it uses as late as possible. A
# comment above a definition is its documentation if it begins with two hash signs.

## The results of f for each element, in a list.
# map (x -> x * 2) [1, 2, 3] => [2, 4, 6]
map = f xs -> {
    out = []
    for x in xs { out |>= push (f x) }
    out
}
_map_rest = f xs out first -> list.append first (_map_onto f xs out)
_map_onto = f xs out -> {
    for x in xs { out |>= push (f x) }
    out
}

## The elements for which f is true, in a list.
# filter (x -> x > 1) [1, 2, 3] => [2, 3]
filter = f xs -> {
    out = []
    for x in xs { if f x { out |>= push x } }
    out
}
_filter_rest = f xs first -> list.append first (filter f xs)

## The elements for which f is false, in a list.
# reject (x -> x > 1) [1, 2, 3] => [1]
reject = f xs -> {
    out = []
    for x in xs { if not f x { out |>= push x } }
    out
}
_reject_rest = f xs first -> list.append first (reject f xs)

## The elements of all collections that f gives for the elements, in one list.
# flat_map (x -> [x, x * 10]) [1, 2] => [1, 10, 2, 20]
flat_map = f xs -> {
    out = []
    for x in xs {
        for y in f x { out |>= push y }
    }
    out
}
_flat_map_rest = f xs first -> list.append first (flat_map f xs)

## The values v for which f gives `Some v`; elements for which it gives `None` are left out.
# filter_map (x -> if x > 1 { Some (x * 10) } else { None }) [1, 2, 3] => [20, 30]
filter_map = f xs -> {
    out = []
    for x in xs {
        if f x is Some y { out |>= push y }
    }
    out
}
_filter_map_rest = f xs first -> list.append first (filter_map f xs)

## Calls f with each element, for its effects.
# each identity [1, 2] => ()
each = f xs -> {
    for x in xs { f x }
    ()
}
_each_rest = f xs first -> each f xs

## Combines the elements from left to right: `f acc x` gives the next acc, beginning with init.
# fold 10 (acc x -> acc - x) [1, 2, 3] => 4
fold = init f xs -> {
    acc = init
    for x in xs { acc = f acc x }
    acc
}

## Combines the elements with an associative f, in any grouping. ValueError if there is none.
# reduce (a b -> a + b) [1, 2, 3] => 6
reduce = f xs -> {
    if not (xs is ((_: List) or (_: Range))) { xs = _elements xs }
    n = len xs
    if n == 0 { error (ValueError { message: "reduce: xs is empty" }) }
    if n <= 1024 { return _reduce_part f xs 0 n }
    blocks = (n + 1023) // 1024
    reduce f (_reduce_onto f xs (0..blocks) [])
}

# Blocks have a fixed size, so that the grouping depends only on the number of elements.
_reduce_onto = f xs blocks out -> {
    n = len xs
    for block in blocks {
        begin = block * 1024
        end = if begin + 1024 < n { begin + 1024 } else { n }
        out |>= push (_reduce_part f xs begin end)
    }
    out
}
_reduce_rest = f xs blocks out first -> list.append first (_reduce_onto f xs blocks out)

_reduce_part = f xs begin end -> {
    acc = xs[begin]
    if xs is (_: Range) and end - begin > 1 {
        step = xs[1] - xs[0]
        for x in range (acc + step) (xs[end - 1] + step) step { acc = f acc x }
    } else {
        for i in begin + 1..end { acc = f acc xs[i] }
    }
    acc
}

# Whether xs gives its elements a second time, unlike a channel, a fiber, a file or the rows of a query.
_stays = xs -> xs is ((_: List) or (_: Range) or (_: String) or (_: Bytes) or (_: Dict))

_elements = xs -> {
    out = []
    for x in xs { out |>= push x }
    out
}

## As fold, but a list of init and every acc after it.
# scan 0 (acc x -> acc + x) [1, 2, 3] => [0, 1, 3, 6]
scan = init f xs -> {
    acc = init
    out = [acc]
    for x in xs {
        acc = f acc x
        out |>= push acc
    }
    out
}

## The number of elements for which f is true.
# count (x -> x > 1) [1, 2, 3] => 2
count = f xs -> {
    n = 0
    for x in xs { if f x { n += 1 } }
    n
}
_count_rest = f xs first -> first + count f xs

## Whether f is true for some element; stops at the first one.
# any (x -> x > 2) [1, 2, 3] => true
any = f xs -> {
    for x in xs { if f x { return true } }
    false
}
_any_rest = f xs first -> any f xs

## Whether f is true for every element; stops at the first for which it is not.
# all (x -> x > 0) [1, 2, 3] => true
all = f xs -> {
    for x in xs { if not f x { return false } }
    true
}
_all_rest = f xs first -> all f xs

## `Some` of the first element for which f is true, or `None`.
# find (x -> x > 1) [1, 2, 3] => Some 2
find = f xs -> {
    for x in xs { if f x { return Some x } }
    None
}
_find_rest = f xs first -> find f xs

## `Some` of the index of the first element for which f is true, or `None`.
# find_index (x -> x > 1) [1, 2, 3] => Some 1
find_index = f xs -> match _find_or_count f xs {
    Some i -> Some i
    _ -> None
}

_find_or_count = f xs -> {
    i = 0
    for x in xs {
        if f x { return Some i }
        i += 1
    }
    i
}
_find_or_count_rest = f xs first -> match _find_or_count f xs {
    Some i -> Some (first + i)
    n -> first + n
}

## The first element for which f gives the least value. ValueError if there is none.
# min_by len ["pear", "fig", "kiwi"] => "fig"
min_by = f xs -> {
    begun = false
    best = ()
    least = ()
    for x in xs {
        key = f x
        if not begun or key < least or (least != least and key == key) {
            best = x
            least = key
            begun = true
        }
    }
    if not begun { error (ValueError { message: "min_by: xs is empty" }) }
    best
}

## The first element for which f gives the greatest value. ValueError if there is none.
# max_by len ["fig", "pear", "kiwi"] => "pear"
max_by = f xs -> {
    begun = false
    best = ()
    greatest = ()
    for x in xs {
        key = f x
        if not begun or key > greatest or (key != key and greatest == greatest) {
            best = x
            greatest = key
            begun = true
        }
    }
    if not begun { error (ValueError { message: "max_by: xs is empty" }) }
    best
}

## The sum of what f gives for the elements.
# sum_by len ["a", "bc"] => 3
sum_by = f xs -> {
    total = 0
    for x in xs { total += f x }
    total
}

## The elements in ascending order of their keys, which `key` computes; equal ones keep their order.
# sort_by len ["ccc", "a", "bb"] => ["a", "bb", "ccc"]
sort_by = key xs -> {
    if not (_stays xs) { xs = _elements xs }
    keys_of = map key xs
    list.sort_by_keys keys_of xs
}

# Merges two sorted parts of a, from begin to middle and from middle to end, into out.
_merge = less a out begin middle end -> {
    i = begin
    j = middle
    k = begin
    while k < end {
        if i < middle and (j >= end or not less a[j] a[i]) {
            out[k] = a[i]
            i += 1
        } else {
            out[k] = a[j]
            j += 1
        }
        k += 1
    }
    out
}

_insertion_sort = less a begin end -> {
    for i in begin + 1..end {
        x = a[i]
        j = i
        while j > begin and less x a[j - 1] {
            a[j] = a[j - 1]
            j -= 1
        }
        a[j] = x
    }
    a
}

## The elements in an order in which `less a b` says that a comes before b; stable.
# sort_with (a b -> a > b) [1, 3, 2] => [3, 2, 1]
sort_with = less xs -> {
    a = list xs
    n = len a
    width = 8
    begin = 0
    while begin < n {
        end = begin + width
        if end > n { end = n }
        a = _insertion_sort less a begin end
        begin = end
    }
    if width >= n { return a }
    out = repeat n ()
    while width < n {
        begin = 0
        while begin < n {
            middle = begin + width
            if middle > n { middle = n }
            end = middle + width
            if end > n { end = n }
            out = _merge less a out begin middle end
            begin = end
        }
        a, out = out, a
        width *= 2
    }
    a
}

## The first elements, as long as f is true for them. A string stays a string.
# take_while (x -> x < 3) [1, 2, 3, 1] => [1, 2]
take_while = f xs -> {
    if not (_stays xs) {
        taken = []
        for x in xs {
            if not f x { break }
            taken |>= push x
        }
        return taken
    }
    n = 0
    for x in xs {
        if not f x { break }
        n += 1
    }
    take n xs
}

## The elements from the first one on for which f is false. A string stays a string.
# drop_while (x -> x < 3) [1, 2, 3, 1] => [3, 1]
drop_while = f xs -> {
    if not (_stays xs) { xs = _elements xs }
    n = 0
    for x in xs {
        if not f x { break }
        n += 1
    }
    drop n xs
}

## The elements for which f is true, and the others.
# partition (x -> x > 2) [1, 2, 3, 4] => ([3, 4], [1, 2])
partition = f xs -> {
    yes = []
    no = []
    for x in xs {
        if f x { yes |>= push x } else { no |>= push x }
    }
    (yes, no)
}
_partition_rest = f xs first -> {
    yes, no = partition f xs
    yes_first, no_first = first
    (list.append yes_first yes, list.append no_first no)
}

## The elements by what f gives for them: a dict of lists, in the order in which its keys came up.
# group_by len ["bb", "a", "cc"] => [2: ["bb", "cc"], 1: ["a"]]
group_by = f xs -> {
    out = [:]
    for x in xs {
        key = f x
        if contains key out { out[key] |>= push x } else { out[key] = [x] }
    }
    out
}

## The elements without those for which f gives what it gave for an earlier one.
# unique_by len ["a", "b", "cc"] => ["a", "cc"]
unique_by = f xs -> {
    seen = [:]
    out = []
    for x in xs {
        key = f x
        if not contains key seen {
            seen[key] = ()
            out |>= push x
        }
    }
    out
}

## What f gives for the elements at the same index in xs and ys.
# zip_with (x y -> x * y) [1, 2, 3] [4, 5, 6] => [4, 10, 18]
zip_with = f xs ys -> {
    out = []
    for x, y in zip xs ys { out |>= push (f x y) }
    out
}

## The dict or list with f applied to the value of a key, or to an element. KeyError or IndexError if there is none.
# update "a" (x -> x + 1) ["a": 1] => ["a": 2]
update = k f c -> {
    c[k] |>= f
    c
}

## The function that applies g and then f.
# (compose (x -> x + 1) (x -> x * 10)) 5 => 51
compose = f g -> x -> f (g x)
