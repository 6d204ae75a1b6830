# Rows as `header: true` gives them are written with their header; no name or row is lost or added.
table = csv.parse_with { header: true }
rows = table "name,qty\nnut,3\n\"b,t\",5\n"
write (csv.show rows)
# expect: name,qty
# expect: nut,3
# expect: "b,t",5
print (table (csv.show rows) == rows, csv.show [["a": 1, "b": None], ["b": 2, "a": "x"]])
# expect: (true, "a,b\n1,\nx,2\n")
write (csv.show_with { separator: ";" } [["a": 1, "b": 2]])
# expect: a;b
# expect: 1;2
print (table "a,b\n1,2\n\n", table "a,b\r\n1,2\r\n\r\n\n", table "a,b\n\n")
# expect: ([["a": "1", "b": "2"]], [["a": "1", "b": "2"]], [])
for attempt in [
    () -> table "id,name,id\n1,x,2\n",
    () -> csv.show [["a": 1], ["b": 1]],
    () -> csv.show [["a": 1], ["a": 1, "b": 1]],
    () -> csv.show [["a": 1], [1]],
] {
    match try (attempt ()) {
        Err (ValueError e) -> print e.message
        other -> print other
    }
}
# expect: csv.parse_with: line 1: the header names the column "id" twice
# expect: csv.show: ["b": 1] has other keys than the first row, which makes the header
# expect: csv.show: ["a": 1, "b": 1] has other keys than the first row, which makes the header
# expect: csv.show: [1] has other keys than the first row, which makes the header
