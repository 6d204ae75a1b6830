#!/usr/bin/env aspen
# Prints the JSON of a file, or of standard input, with one entry to a line:
#     aspen run examples/json_format.asp data.json

read_all = () -> {
    lines = []
    while read_line () is Some line { lines |>= push line }
    join "\n" lines
}

# Joins the parts of an object or an array, indented by the depth they stand at.
bracket = open close depth parts -> {
    if empty? parts { return open + close }
    inner = string.repeat (2 * depth + 2) " "
    outer = string.repeat (2 * depth) " "
    "{open}\n{parts |> map (part -> inner + part) |> join ",\n"}\n{outer}{close}"
}

format = depth value -> match value {
    items: List -> items |> map (item -> format (depth + 1) item) |> bracket "[" "]" depth
    object: Dict -> object
        |> entries
        |> map ((key, item) -> "{json.show key}: {format (depth + 1) item}")
        |> bracket "\{" "}" depth
    scalar -> json.show scalar
}

source = if empty? args { read_all () } else { fs.read args[0] }
match try json.parse source {
    Ok value -> print (format 0 value)
    Err problem -> {
        eprint "not JSON: {problem}"
        exit 1
    }
}

# stdin: {"name": "aspen", "tags": ["small", "fast", []],
# stdin:  "size": {"h": 25, "w": 0.5}, "pine": false, "age": null}
# expect: {
# expect:   "name": "aspen",
# expect:   "tags": [
# expect:     "small",
# expect:     "fast",
# expect:     []
# expect:   ],
# expect:   "size": {
# expect:     "h": 25,
# expect:     "w": 0.5
# expect:   },
# expect:   "pine": false,
# expect:   "age": null
# expect: }
