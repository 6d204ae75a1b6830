# Every result of a library function can be changed in depth without changing the function's arguments.
poke = v -> match v {
    xs: List  -> {
        for i in 0..len xs { xs[i] = poke xs[i] }
        push "poked" xs
    }
    d: Dict   -> {
        for k in keys d { d[k] = poke d[k] }
        d["poked"] = 1
        d
    }
    (a, b)    -> (poke a, poke b)
    Some x    -> Some (poke x)
    s: String -> s + "poked"
    b: Bytes  -> b + b"poked"
    other     -> other
}

check = name f given -> {
    before = show given
    kept = given
    first_result = f given
    first_text = show first_result
    poked = poke first_result
    if show given != before or show kept != before { print "{name} changed what it was given: {show given}" }
    again = f given
    if show again != first_text { print "{name} gives something else the second time: {show again}" }
    held = f given
    other = held
    poked = poke held
    if show other != first_text { print "{name}: two variables for one result" }
}

rows = () -> [[3], [1], [2], [1]]
texts = () -> ["b" + "b", "a" + "a", "c" + "c", "d" + "d"]
on_lists = [
    ("push", push [9]), ("pop", pop), ("pop_first", pop_first), ("first", first), ("last", last), ("take", take 2),
    ("take all", take 9), ("drop", drop 1), ("drop none", drop 0), ("reverse", reverse), ("list", list), ("sort", sort),
    ("shuffle", shuffle 1), ("zip", zip [[0], [0]]), ("zip first", xs -> zip xs xs), ("enumerate", enumerate),
    ("windows", windows 2), ("chunks", chunks 2), ("unique", unique), ("flatten", flatten), ("intersperse", intersperse [0]),
    ("concat", concat), ("min", min), ("max", max), ("get", get 1), ("get_or", get_or 1 [7]), ("get_or none", get_or 99 [7]),
    ("insert", insert 1 [7]), ("remove", remove 1), ("contains", contains [1]), ("map", map identity), ("filter", filter (x -> true)),
    ("reject", reject (x -> false)), ("flat_map", flat_map identity), ("filter_map", filter_map Some), ("fold", fold [] (acc x -> push x acc)),
    ("reduce", reduce (a b -> a + b)), ("scan", scan [] (acc x -> push x acc)), ("find", find (x -> true)), ("min_by", min_by identity),
    ("max_by", max_by identity), ("sort_by", sort_by identity), ("sort_with", sort_with (a b -> a < b)),
    ("take_while", take_while (x -> true)), ("drop_while", drop_while (x -> false)), ("partition", partition (x -> x == [1])),
    ("group_by", group_by identity), ("unique_by", unique_by identity), ("zip_with", zip_with (a b -> [a, b]) [[0], [1]]),
    ("update", update 1 (x -> push 5 x)), ("identity", identity), ("set", set), ("repeat", repeat 2), ("list.swap", list.swap 0 1),
    ("list.rotate", list.rotate 1), ("list.rotate 0", list.rotate 0), ("list.split_at", list.split_at 2), ("list.transpose", list.transpose),
    ("list.cartesian", xs -> list.cartesian xs xs), ("list.combinations", list.combinations 2), ("list.permutations", xs -> list.permutations (take 3 xs)),
    ("list.frequencies", list.frequencies), ("list.dedup", list.dedup), ("list.sort_by_keys", list.sort_by_keys [4, 3, 2, 1]),
    ("list.runs_by", list.runs_by identity), ("list.span", list.span (x -> x == [3])), ("list.to_dict", list.to_dict (x -> (x, x))),
    ("list.unzip", xs -> list.unzip (zip xs xs)), ("random.next_shuffle", xs -> (random.next_shuffle xs (random.from_seed 1)).0),
    ("random.next_pick", xs -> (random.next_pick xs (random.from_seed 1)).0), ("dict.from", xs -> dict (zip xs xs)),
    ("dict.from_keys", xs -> dict.from_keys xs identity), ("join", join ","), ("string", string), ("json", json.show), ("sum_by", sum_by len),
    ("slice", xs -> xs[1..]), ("try", xs -> (try xs) is Ok _), ("error", xs -> match try error xs { Err e -> Some e, Ok _ -> None }),
]
for name, f in on_lists {
    check name f (rows ())
    if name != "flatten" and name != "concat" and name != "reduce" and name != "flat_map" and name != "list.transpose" and name != "update" {
        check name f (texts ())
    }
}

on_dicts = [
    ("keys", keys), ("values", values), ("entries", entries), ("list", list), ("get", get "a"), ("get_or", get_or "z" [1]), ("insert", insert "z" [1]),
    ("insert old", insert "a" [1]), ("remove", remove "a"), ("merge", merge ["a": [7], "q": [8]]), ("merge second", d -> merge d ["a": [7], "q": [8]]),
    ("merge empty", merge [:]), ("merge itself", d -> merge d d), ("update", update "a" (x -> push 5 x)), ("map", map identity), ("dict", dict),
    ("dict.first", dict.first), ("dict.last", dict.last), ("dict.pop_first", dict.pop_first), ("dict.pop_last", dict.pop_last),
    ("dict.invert", dict.invert), ("dict.discard", dict.discard "a"), ("dict.discard none", dict.discard "z"), ("dict.take_out", dict.take_out "a"),
    ("dict.select", dict.select ["a"]), ("dict.omit", dict.omit ["a"]), ("dict.map_values", dict.map_values identity),
    ("dict.map_keys", dict.map_keys identity), ("dict.map", dict.map identity), ("dict.filter", dict.filter (p -> true)),
    ("dict.merge_with", dict.merge_with (a b -> [a, b]) ["a": [7], "q": [8]]), ("dict.update_or", dict.update_or "z" [1] identity),
    ("dict.sort", dict.sort), ("dict.sort_by", dict.sort_by ((k, v) -> v)), ("set.add", set.add [5]), ("set.remove", set.remove "a"),
    ("set.list", set.list), ("set.union", d -> set.union d d), ("set.intersect", d -> set.intersect d d), ("set.difference", set.difference ["a": ()]),
]
for name, f in on_dicts { check name f ["b": [2], "a": [1], "c": [3, 3]] }

on_texts = [
    ("string", string), ("take", take 9), ("drop", drop 0), ("reverse", reverse), ("trim", string.trim), ("split", split "-"), ("upper", string.upper),
    ("pad_left", string.pad_left 0), ("replace", string.replace "zz" "y"), ("list", list), ("concat", s -> concat [s]), ("join", s -> join "" [s]),
    ("first", first), ("get", get 0), ("string.repeat", string.repeat 1), ("remove_prefix", string.remove_prefix "zz"), ("identity", identity),
    ("regex.split", regex.split "-"), ("min", s -> min [s, s]), ("clamp", s -> math.clamp s s s), ("fold", fold "" (acc c -> acc + c)),
]
for name, f in on_texts { check name f ("ab" + "-cd") }
print "done"
# expect: done
