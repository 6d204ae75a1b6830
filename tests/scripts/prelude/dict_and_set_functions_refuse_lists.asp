# What is no dict is named, in place of a pattern within the library.
tell = f -> match try (f ()) { Err (TypeError e) -> print e.message, other -> print other }
tell (() -> set.map (x -> x) [1])
tell (() -> set.filter (x -> true) [1])
tell (() -> dict.map_values (v -> v) [1])
tell (() -> dict.map_keys (k -> k) [1])
tell (() -> dict.filter (k -> true) [1])
tell (() -> dict.fold 0 (acc k v -> acc) 5)
tell (() -> dict.merge_with (a b -> a) [:] [1])
# expect: keys: d must be a Dict, not [1], a List
# expect: keys: d must be a Dict, not [1], a List
# expect: dict.from: 1 is not a pair (key, value)
# expect: dict.from: 1 is not a pair (key, value)
# expect: dict.from: 1 is not a pair (key, value)
# expect: dict.from: pairs must be something to iterate, or a Record, not 5, an Int
# expect: dict.from: 1 is not a pair (key, value)
