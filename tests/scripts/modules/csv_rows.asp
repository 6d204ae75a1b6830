# Rows of a stream are those of the whole text, wherever the stream is cut.
text = "\u{feff}name,note\r\n\"a,b\",\"two\nlines\"\n\"say \"\"hi\"\"\",\nlast,é\r\n,\"\""
expected = csv.parse text
data = bytes text
cut = size -> chunks size data |> map (part -> bytes part)
print (all (size -> list (csv.rows (cut size)) == expected) (1..=len data))
print (list (csv.rows text) == expected, list (csv.rows data) == expected, list (csv.rows []), list (csv.rows "\n"))
# expect: true
# expect: (true, true, [], [[""]])

file = fs.temp ()
fs.write file "id;qty\n1;2\n3;4\n\n\n"
f = fs.open "read" file
print (list (csv.rows_with { header: true, separator: ";" } f))
fs.close f
# expect: [["id": "1", "qty": "2"], ["id": "3", "qty": "4"]]
out = fs.open "write" file
for line in csv.show_lines [{ id: 1, note: "a,b" }, { note: None, id: 2 }] { fs.put line out }
fs.close out
write (fs.read file)
print (list (csv.show_lines_with { separator: "\t" } [["a", 1], ("b,", 2.5)]), list (csv.show_lines []))
fs.remove file
# expect: id,note
# expect: 1,"a,b"
# expect: 2,
# expect: (["a\t1\n", "b,\t2.5\n"], [])

# Mistakes have their lines, and come after the rows before them.
for options, source in [
    ({ header: true }, "a,b\n1,2\n1\n"),
    ({ header: true }, "a,a\n1,2\n"),
    ({ header: true }, "a,b\n\n1,2\n"),
    ({:}, "a\n\"b\nc"),
    ({:}, "a\n\"b\"c\n"),
    ({:}, b"a\n\xff\n"),
    ({ max_size: 5 }, "a\n123456789"),
] {
    seen = []
    match (try { for row in csv.rows_with options source { seen |>= push row } }) {
        Err (ValueError { message }) -> print (len seen, message)
        other -> print other
    }
}
print (list (csv.rows_with { lossy: true } b"\xff,a\n"))
# expect: (1, "csv.rows: line 3: 1 field where the header has 2")
# expect: (0, "csv.rows: line 1: the header names the column \"a\" twice")
# expect: (0, "csv.rows: line 2: the line is empty")
# expect: (1, "csv.rows: line 2: a quote is not closed")
# expect: (1, "csv.rows: line 2: there is text after a closing quote")
# expect: (1, "csv.rows: line 2: the text is not UTF-8; `lossy: true` replaces such bytes")
# expect: (1, "csv.rows: line 2: the row is longer than max_size")
# expect: [["�", "a"]]
