# What functions give for the lines of a file, the lines that a program prints, a fiber and a channel is what they give for a
# list of them.
lines = ["one", "two", "three", "four", "four"]
text = join "" (map (line -> line + "\n") lines)
p = fs.temp ()
fs.write p text
db = sqlite.open ":memory:"
sqlite.exec "create table t (line)" () db
sqlite.exec_each "insert into t values (?)" (map (line -> [line]) lines) db

filled = () -> {
    ch = channel (len lines)
    for line in lines { send ch line }
    close ch
    ch
}
sources = [
    "fiber": () -> fiber { for line in lines { yield line } },
    "channel": filled,
    "file": () -> fs.open "read" p,
    "program": () -> process.output (process.spawn_with { output: "pipe" } "cat" [p]),
    "rows": () -> sqlite.rows "select line from t order by rowid" () db,
]

# Of a row, the functions below see its line.
text_of = x -> match x { { line } -> line, other -> other }
long? = x -> len (text_of x) > 3
size = x -> len (text_of x)
functions = [
    "all": all (x -> size x > 2), "any": any long?, "chunks": chunks 2,
    "count": count long?, "drop": drop 2, "drop_while": drop_while (x -> not (long? x)), "each": each (x -> ()),
    "empty?": xs -> empty? (list xs), "enumerate": enumerate, "filter": filter long?, "filter_map": filter_map (x -> Some (size x)),
    "find": find long?, "find_index": find_index long?, "first": first, "flat_map": flat_map (x -> [x, x]),
    "fold": fold 0 (n x -> n + size x), "frequencies": list.frequencies, "gather": gather size, "gather_limit": gather_limit 2 size,
    "group_by": group_by size, "index_of": index_of "two", "intersperse": intersperse 0, "join": xs -> join "," (map text_of xs),
    "last": last, "list": list, "map": map size, "max_by": max_by size, "min_by": min_by size, "partition": partition long?,
    "reduce": reduce (a b -> if size a > size b { a } else { b }), "reject": reject long?, "reverse": reverse, "runs_by": list.runs_by size,
    "scan": scan 0 (n x -> n + size x), "sort_by": sort_by size, "sort_with": sort_with (a b -> size a < size b), "span": list.span (x -> size x < 4),
    "sum_by": sum_by size, "take": take 2, "take_while": take_while (x -> not (long? x)), "to_dict": list.to_dict (x -> (text_of x, size x)),
    "unique": unique, "unique_by": unique_by size, "windows": windows 2, "zip": zip (0..9), "zip_with": xs -> zip_with (n x -> (n, text_of x)) (0..9) xs,
]

# The result with the line in place of each row.
plain = x -> match x {
    { line } -> line
    (xs: List) -> map plain xs
    (d: Dict) -> list.to_dict (pair -> (plain pair.0, plain pair.1)) (entries d)
    Some y -> Some (plain y)
    (a, b) -> (plain a, plain b)
    other -> other
}
for name, f in functions {
    expected = f lines
    for kind, source in sources {
        if kind == "rows" and name == "index_of" { continue }
        got = match try (f (source ())) { Ok v -> plain v, Err e -> e }
        if got != expected { print "{name} of a {kind}: {got}, not {expected}" }
    }
}
print "{len functions} functions, {len sources} sources"
# expect: 46 functions, 5 sources
fs.remove p
