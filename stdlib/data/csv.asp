# The functions of module csv that are made of its natives.

## The rows of a table, one by one, for a `for` loop: lists of strings, as `csv.parse` gives them. The source is a file from `fs.open`, a socket, a text (a String or Bytes), or whatever has Strings or Bytes for its elements, cut anywhere. Memory holds one row at a time, so a file may be larger than memory. Mistakes are ValueErrors with the line, raised after the rows before it. (Python: csv.reader)
# list (csv.rows ["a,b\n1,\"x", "\ny\"\n"]) => [["a", "b"], ["1", "x\ny"]]
rows = source -> rows_with {:} source

## Like csv.rows, with a record of options: `separator`, `quote` and `header` as for `csv.parse_with`; `lossy: true`, which reads bytes that are not UTF-8 as U+FFFD; and `max_size`, the maximum number of bytes of a row. Without `max_size`, only memory limits a row. (Python: csv.DictReader)
# list (csv.rows_with { header: true } "name,qty\nnut,3\n") => [["name": "nut", "qty": "3"]]
rows_with = options source -> match options {
    { header: true } -> _dicts (_lists (csv.begin options) source)
    _ -> _lists (csv.begin options) source
}

## A fiber that yields a line of text for each row, as `csv.show` writes it, and the names of dicts or records first. For `fs.put`, or the body of an HTTP response. (Python: csv.writer, csv.DictWriter)
# list (csv.show_lines [{ id: 1 }, { id: 2 }]) => ["id\n", "1\n", "2\n"]
show_lines = rows -> show_lines_with {:} rows

## Like csv.show_lines, with the options of `csv.show_with`.
# list (csv.show_lines_with { separator: ";" } [["a", 1]]) => ["a;1\n"]
show_lines_with = options rows -> fiber {
    names = []
    begun = false
    for row in rows {
        if not begun {
            begun = true
            names = csv.header row
            if not empty? names { yield (csv.line options [] names) }
        }
        yield (csv.line options names row)
    }
}

_lists = reader source -> fiber {
    for piece in bytes.pieces source {
        csv.feed piece reader
        while csv.take reader is Some row { yield row }
    }
    csv.finish reader
    while csv.take reader is Some row { yield row }
}

_dicts = rows -> fiber {
    if rows () is Some names {
        for row in rows { yield (dict (zip names row)) }
    }
}
