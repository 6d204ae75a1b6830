# The functions of module json that take functions or that are made of its natives.

## The values of a stream of JSON, one by one, for a `for` loop. A stream has lines of JSON, or values with other white space between them, or with none. The source is a file from `fs.open`, a socket, a text (a String or Bytes), or whatever has Strings or Bytes for its elements: a list, a fiber, a channel. Its pieces may be cut anywhere, and are joined as they are, so lines need their ends. A value comes as soon as it is complete; only a number or a word needs the byte after it. A byte order mark at the beginning is skipped. Text that is not JSON is a ValueError with its line and column, raised after the values before it.
# list (json.values "1\n[2]\n\{\"a\": 3}") => [1, [2], ["a": 3]]
values = source -> values_with {:} source

## Like json.values, with a record of options: `max_size`, the maximum number of bytes of a value, and `lossy`, as for `json.parse_with`. Without `max_size`, only memory limits a value.
# list (json.values_with { max_size: 3 } ["[1", "]2"]) => [[1], 2]
values_with = options source -> _read (json.reader { ..options, form: "values" }) source

## The elements of one JSON array, one by one, from the same sources as json.values. Memory holds one element at a time. ValueError as for json.values, and also if the text is not an array or the array does not end.
# list (json.elements ["[1, [", "2]]"]) => [1, [2]]
elements = source -> elements_with {:} source

## Like json.elements, with the options of `json.values_with` for each element.
# list (json.elements_with { max_size: 2 } "[1, 20]") => [1, 20]
elements_with = options source -> _read (json.reader { ..options, form: "elements" }) source

## A fiber that yields a line of JSON for each value. It can be the body of an HTTP response, or be written piece by piece with `fs.put` or `net.write`.
# list (json.show_lines [1, ["a"]]) => ["1\n", "[\"a\"]\n"]
show_lines = xs -> fiber {
    for x in xs { yield (json.show x + "\n") }
}

## A fiber that yields the pieces of one JSON array of the values, for the same uses as json.show_lines.
# join "" (json.show_array [1, 2]) => "[1,2]"
show_array = xs -> fiber {
    before = "["
    for x in xs {
        yield (before + json.show x)
        before = ","
    }
    yield (if before == "[" { "[]" } else { "]" })
}

_read = reader source -> fiber {
    for piece in bytes.pieces source {
        json.feed piece reader
        while json.take reader is Some value { yield value }
    }
    json.finish reader
    while json.take reader is Some value { yield value }
}
