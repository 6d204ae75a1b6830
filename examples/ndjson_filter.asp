#!/usr/bin/env aspen
# Prints the values of a JSON stream, one a line, that have the given value in a field:
#     aspen run examples/ndjson_filter.asp level error < log.ndjson
# At most one value is in memory, however long the stream is; each is printed as soon as it has come.

matches? = name wanted event -> match event {
    _: Dict -> match get name event {
        Some (text: String) -> text == wanted
        Some value -> json.show value == wanted
        None -> false
    }
    _ -> false
}

# Returns a fiber, so that it takes values from its input one by one.
filtered = keep? events -> fiber {
    for event in events {
        if keep? event { yield event }
    }
}

[name, wanted, ..] = args
events = json.values (fs.open "read" "/dev/stdin")
result = try {
    for line in events |> filtered (matches? name wanted) |> json.show_lines { write line }
}
match result {
    Err (ValueError { message }) -> {
        eprint message
        exit 1
    }
    Err problem -> error problem
    Ok _ -> ()
}

# args: level error
# stdin: {"level": "info", "text": "started"}
# stdin: {"level": "error", "text": "no room", "disk": {"free": 0}}
# stdin:
# stdin: {"level": "error",
# stdin:  "text": "over several lines"} {"level": "warning"}
# expect: {"level":"error","text":"no room","disk":{"free":0}}
# expect: {"level":"error","text":"over several lines"}
