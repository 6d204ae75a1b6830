# Rows of sqlite.query, and other records, are written with their names. Nothing is written as what it is not.
db = sqlite.open ":memory:"
write (csv.show (sqlite.query "select 1 as id, 'a,b' as name union select 2, null" () db))
# expect: id,name
# expect: 1,"a,b"
# expect: 2,
write (csv.show [[Some 1, Some (Some "x"), Some None, (), true, Red, 2 ** 70, 1.5]])
# expect: 1,x,,,true,Red,1180591620717411303424,1.5
for attempt in [
    () -> csv.show ["abc"],
    () -> csv.show [b"abc"],
    () -> csv.show [[b"abc"]],
    () -> csv.show [[[1, 2]]],
    () -> csv.show [[{ a: 1 }]],
    () -> csv.show [[Pair 1]],
    () -> csv.show [{ a: 1 }, { b: 1 }],
    () -> csv.show_with { quote: "" } [["a,b"]],
    () -> csv.parse_with { separator: "||" } "a",
] {
    match try (attempt ()) {
        Err (TypeError { message }) -> print message
        Err (ValueError { message }) -> print message
        other -> print other
    }
}
# expect: csv.show: rows must be a list of lists, tuples, dicts or records, not "abc", a String
# expect: csv.show: rows must be a list of lists, tuples, dicts or records, not b"abc", a Bytes
# expect: csv.show: rows must be made of text, numbers, Bools and None (`string v` and `json.show v` make text), not b"abc", a Bytes
# expect: csv.show: rows must be made of text, numbers, Bools and None (`string v` and `json.show v` make text), not [1, 2], a List
# expect: csv.show: rows must be made of text, numbers, Bools and None (`string v` and `json.show v` make text), not { a: 1 }, a Record
# expect: csv.show: rows must be made of text, numbers, Bools and None (`string v` and `json.show v` make text), not Pair 1, a Label
# expect: csv.show: { b: 1 } has other keys than the first row, which makes the header
# expect: csv.show_with: a field has a separator or a line's end, and there are no quotes
# expect: csv.parse_with: opts needs one ASCII character as separator and as quote, which ends no line; a quote may be ""

# Tables without quotes, as many programs write them with tabs.
plain = { separator: "\t", quote: "" }
rows = [["5\" pipe", "a \"b\""], ["\"", ""]]
print (csv.parse_with plain (csv.show_with plain rows) == rows)
# expect: true
