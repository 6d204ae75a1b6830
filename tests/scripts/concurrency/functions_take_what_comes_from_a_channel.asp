# Each function returns for a channel, and for a fiber, what it returns for a list of the same values.
filled = xs -> { ch = channel 100; for x in xs { send ch x }; close ch; ch }
slow = xs -> { ch = channel 0; task.detach (spawn { for x in xs { task.yield (); send ch x }; close ch }); ch }
yielding = xs -> fiber { for x in xs { yield x } }
check = name f xs -> {
    wanted = f xs
    for source in [filled, slow, yielding] {
        got = f (source xs)
        if got != wanted { print "{name} {source}: {show got}, not {show wanted}" }
    }
}
more = x -> x + 1
odd = x -> x % 2 == 1
all_of = [
    ("list", list), ("sum", sum), ("product", product), ("min", min), ("max", max), ("sort", sort), ("set", set),
    ("reverse", reverse), ("enumerate", enumerate), ("windows", windows 2), ("chunks", chunks 2), ("unique", unique),
    ("intersperse", intersperse 0), ("first", first), ("last", last), ("take", take 2), ("take all", take 100),
    ("drop", drop 2), ("shuffle", shuffle 1), ("index_of", index_of 3), ("join", join "-"), ("bytes", bytes),
    ("math.mean", math.mean), ("list.dedup", list.dedup), ("list.frequencies", list.frequencies),
    ("list.combinations", list.combinations 2), ("map", map more), ("filter", filter odd), ("reject", reject odd),
    ("flat_map", flat_map (x -> [x, x])), ("filter_map", filter_map (x -> if odd x { Some x } else { None })),
    ("fold", fold 5 (a b -> a - b)), ("reduce", reduce (a b -> a + b)), ("scan", scan 0 (a b -> a + b)),
    ("count", count odd), ("any", any (x -> x == 4)), ("all", all (x -> x < 4)), ("find", find odd),
    ("find_index", find_index odd), ("min_by", min_by (x -> -x)), ("max_by", max_by (x -> -x)), ("sum_by", sum_by more),
    ("sort_by", sort_by (x -> -x)), ("sort_with", sort_with (a b -> a > b)), ("take_while", take_while (x -> x != 4)),
    ("drop_while", drop_while (x -> x != 4)), ("partition", partition odd), ("group_by", group_by odd),
    ("unique_by", unique_by odd), ("gather", gather more), ("list.span", list.span odd), ("list.runs_by", list.runs_by odd),
]
for name, f in all_of { check name f [3, 1, 4, 1, 5] }
nested = [
    ("flatten", flatten), ("concat", concat), ("map sum", map sum), ("dict", dict),
]
for name, f in nested { check name f [[1, 2], [3, 4]] }
check "list.unzip" list.unzip [(1, 2), (3, 4)]
check "list.to_dict" (list.to_dict (x -> (x, x + 1))) [1, 2]
check "zip" (zip [1, 2, 3, 4, 5, 6]) [1, 2]
check "zip to" (xs -> zip xs "abc") [1, 2, 3, 4]
check "zip_with" (xs -> zip_with (x y -> x + y) xs [10, 20]) [1, 2]
check "list.cartesian" (list.cartesian [1, 2]) "abc"
check "zip of itself" (xs -> zip xs xs == [(1, 1), (2, 2)] or zip xs xs == []) [1, 2]
print "done"
# expect: done
