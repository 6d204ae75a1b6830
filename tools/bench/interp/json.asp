generate = n -> {
    objects = 0..n |> map (i -> """
        \{"id":{i},"name":"item {i}","price":{i % 1000}.25,"tags":["a","bb","ccc"],"note":"x\\ny","ok":true,"next":null,"delta":-{i % 7}}
        """)
    "[" + join ",\n" objects + "]"
}

# Every parser takes the text and a position, and returns a value and the position after it.
skip = s pos -> {
    c = s[pos]
    while c == " " or c == "\n" or c == "\r" or c == "\t" {
        pos += 1
        c = s[pos]
    }
    pos
}

text = s pos -> {
    pos += 1
    start = pos
    parts = []
    loop {
        c = s[pos]
        if c == "\"" {
            piece = s[start..pos]
            pos += 1
            if empty? parts { return (piece, pos) }
            parts |>= push piece
            return (join "" parts, pos)
        } else if c == "\\" {
            parts |>= push s[start..pos]
            escaped = s[pos + 1]
            parts |>= push (match escaped { "n" -> "\n", "t" -> "\t", other -> other })
            pos += 2
            start = pos
        } else {
            pos += 1
        }
    }
}

number = s pos -> {
    negative = s[pos] == "-"
    if negative { pos += 1 }
    n = 0
    c = s[pos]
    while c >= "0" and c <= "9" {
        n = n * 10 + (string.code c - 48)
        pos += 1
        c = s[pos]
    }
    if c == "." {
        scale = 0.1
        pos += 1
        c = s[pos]
        while c >= "0" and c <= "9" {
            n += (string.code c - 48) * scale
            scale *= 0.1
            pos += 1
            c = s[pos]
        }
    }
    (if negative { -n } else { n }, pos)
}

array = s pos -> {
    items = []
    pos = skip s (pos + 1)
    if s[pos] == "]" { return (items, pos + 1) }
    loop {
        item, pos = value s pos
        items |>= push item
        pos = skip s pos
        c = s[pos]
        pos += 1
        if c == "]" { return (items, pos) }
        if c != "," { error "expected , or ]" }
    }
}

object = s pos -> {
    fields = [:]
    pos = skip s (pos + 1)
    if s[pos] == "}" { return (fields, pos + 1) }
    loop {
        key, pos = text s (skip s pos)
        pos = skip s pos
        if s[pos] != ":" { error "expected :" }
        fields[key], pos = value s (pos + 1)
        pos = skip s pos
        c = s[pos]
        pos += 1
        if c == "}" { return (fields, pos) }
        if c != "," { error "expected , or }" }
    }
}

value = s pos -> {
    pos = skip s pos
    match s[pos] {
        "\{" -> object s pos
        "["  -> array s pos
        "\"" -> text s pos
        "t"  -> (true, pos + 4)
        "f"  -> (false, pos + 5)
        "n"  -> (None, pos + 4)
        _    -> number s pos
    }
}

source = generate 20000
sum = 0
chars = 0
for _ in 0..3 {
    objects, _ = value source 0
    for r in objects {
        sum += r["id"] + r["price"] + r["delta"]
        chars += len r["name"] + len r["note"] + len r["tags"]
    }
}
result = "{len source}\t{sum:.2f}\t{chars}"
assert (result == "2375580\t629775009.00\t926670")
print result
