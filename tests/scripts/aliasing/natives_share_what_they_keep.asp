# A part that a native takes out of a container is changed in the result only: the container stays as it was.
same = name got want -> if got == want { 1 } else { print (name, got); 0 }
grow = xs -> { out = xs; out[0] |>= push 9; out }
grown = pairs -> { out = pairs; out[0].1 |>= push 9; out }

lists = () -> {
    rows = [[[1], [2]], [[3], [4]]]
    columns = list.transpose rows
    columns[0][0] |>= push 9
    columns[1][1] |>= push 9
    n = same "transpose" (rows, columns) ([[[1], [2]], [[3], [4]]], [[[1, 9], [3]], [[2], [4, 9]]])
    pairs = [([1], [2]), ([3], [4])]
    left, right = list.unzip pairs
    left[0] |>= push 9
    right[1] |>= push 9
    n += same "unzip" (pairs, left, right) ([([1], [2]), ([3], [4])], ([[1, 9], [3]]), [[2], [4, 9]])
    mixed = intersperse [0] [[1], [2], [3]]
    mixed[1] |>= push 9
    mixed[3][0] = 8
    n += same "intersperse" mixed [[1], [0, 9], [2], [8], [3]]
    inner = [[1], [2]]
    flat = flatten [inner, [[3]]]
    flat[0] |>= push 9
    n += same "flatten" (inner, flat) ([[1], [2]], [[1, 9], [2], [3]])
    records = [{ a: [1] }, { a: [2] }]
    flat = flatten records
    flat[0].a |>= push 9
    n += same "flatten others" (records, flat) ([{ a: [1] }, { a: [2] }], [{ a: [1, 9] }, { a: [2] }])
    xs = [[1], [2], [3]]
    n += same "take" (grow (take 2 xs), grow (drop 1 xs), grow (reverse xs)) ([[1, 9], [2]], [[2, 9], [3]], [[3, 9], [2], [1]])
    n += same "ends" (push 9 (first xs), push 9 (last xs), grow (list.rotate 1 xs)) ([1, 9], [3, 9], [[2, 9], [3], [1]])
    n += same "pop" (match pop xs { (v, rest) -> (push 9 v, grow rest) }) ([3, 9], [[1, 9], [2]])
    n += same "pop_first" (match pop_first xs { (v, rest) -> (push 9 v, grow rest) }) ([1, 9], [[2, 9], [3]])
    n += same "swap" (grow (list.swap 0 1 xs)) [[2, 9], [1], [3]]
    n += same "chunks" (match chunks 2 xs { [a, ..] -> grow a, _ -> [] }) [[1, 9], [2]]
    n += same "windows" (match windows 2 xs { [a, ..] -> grow a, _ -> [] }) [[1, 9], [2]]
    n += same "zip" (grown (zip [1] xs)) [(1, [1, 9])]
    n += same "enumerate" (grown (enumerate xs)) [(0, [1, 9]), (1, [2]), (2, [3])]
    n += same "unique" (grow (unique xs)) [[1, 9], [2], [3]]
    n += same "append" (grow (list.append xs [[4]]), grow (concat [xs, [[5]]])) ([[1, 9], [2], [3], [4]], [[1, 9], [2], [3], [5]])
    n + same "xs" xs [[1], [2], [3]]
}

dicts = key -> {
    d = [key: [1], "z": [2]]
    n = same "values" (grow (values d)) [[1, 9], [2]]
    n += same "entries" (grown (entries d)) [("a", [1, 9]), ("z", [2])]
    n += same "list" (grown (list d), grown (take 1 d)) ([("a", [1, 9]), ("z", [2])], [("a", [1, 9])])
    n += same "get" (match get key d { Some v -> push 9 v, _ -> [] }, push 9 (get_or key [] d)) ([1, 9], [1, 9])
    n += same "first" (match dict.first d { (k, v) -> push 9 v }, match dict.last d { (k, v) -> push 9 v }) ([1, 9], [2, 9])
    n += same "select" (match dict.select ["a"] d { e -> { e["a"] |>= push 9; e } }) ["a": [1, 9]]
    n += same "merge" (match merge [:] d { e -> { e["a"] |>= push 9; e } }) ["a": [1, 9], "z": [2]]
    n += same "merged" (match merge ["b": 1] d { e -> { e["a"] |>= push 9; e } }) ["b": 1, "a": [1, 9], "z": [2]]
    n += same "insert" (insert "b" 1 d) ["a": [1], "z": [2], "b": 1]
    n += same "remove" (remove "a" d, dict.omit ["z"] d) (["z": [2]], ["a": [1]])
    n += same "pop" (dict.pop_first d, dict.pop_last d) ((("a", [1]), ["z": [2]]), (("z", [2]), ["a": [1]]))
    n + same "d" d ["a": [1], "z": [2]]
}

# A key never changes, even if something else holds it as well.
hold = given -> {
    k = given[0]
    d = insert k 1 [:]
    k |>= push 9
    s = set [[7]]
    e = [8]
    s |>= set.add e
    e |>= push 9
    n = same "inserted" (d, k) ([[1]: 1], [1, 9])
    n += same "added" (s, e) (set [[7], [8]], [8, 9])
    found = keys d
    found[0] |>= push 5
    n += same "keys" (d, found) ([[1]: 1], [[1, 5]])
    texts = json.parse "\{\"one\": 1, \"two\": 2}"
    names = keys texts
    names[0] += "!"
    n += same "names" (texts, names) (["one": 1, "two": 2], ["one!", "two"])
    (name, _), _ = dict.pop_first (set.intersect texts (set ["one"]))
    name += "!"
    n += same "popped" (texts, name) (["one": 1, "two": 2], "one!")
    a = set [[1], [2]]
    both = keys (set.intersect a (set [[1]]))
    both[0] |>= push 5
    n += same "intersection" (a, both) (set [[1], [2]], [[1, 5]])
    both = keys (set.union a (set [[3]]))
    both[0] |>= push 5
    n + same "union" (a, both) (set [[1], [2]], [[1, 5], [2], [3]])
}

total = 0
for round in 0..3 { total += lists () + dicts "a" + hold [[1]] }
print total   # expect: 108
