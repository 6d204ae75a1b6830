# An error is reported with its place in the stream, after the values before it, however the stream is cut.
told = read pieces -> {
    come = []
    result = try { for v in read pieces { come |>= push v } }
    match result {
        Err (ValueError { message }) -> (come, message)
        Ok _ -> (come, "no error")
    }
}
show_all = read texts -> for text in texts {
    b = bytes text
    whole = told read text
    assert (told read (map (i -> b[i..i + 1]) (range 0 (len b) 1)) == whole)
    for i in 0..=len b { assert (told read [b[..i], b[i..]] == whole) }
    print whole
}

show_all json.values ["1,2", "[1]\n[2,]\n[3]", "\{\"a\" 1}", "1\nnul\n2", "\{\"é\": \"é\", x}", "]", "é", "1 2x", "-, 1"]
# expect: ([1], "json.values: the text is not JSON at line 1, column 2")
# expect: ([[1]], "json.values: the text is not JSON at line 2, column 4")
# expect: ([], "json.values: the text is not JSON at line 1, column 6")
# expect: ([1], "json.values: the text is not JSON at line 2, column 1")
# expect: ([], "json.values: the text is not JSON at line 1, column 12")
# expect: ([], "json.values: the text is not JSON at line 1, column 1")
# expect: ([], "json.values: the text is not JSON at line 1, column 1")
# expect: ([1], "json.values: the text is not JSON at line 1, column 4")
# expect: ([], "json.values: the text is not JSON at line 1, column 2")

# A bracket that is missing in one line is noticed in the next, not at the end of the stream.
show_all json.values ["\{\"a\": [1\n\{\"a\": [2]}", "\"a\nb\""]
# expect: ([], "json.values: the text is not JSON at line 2, column 1")
# expect: ([], "json.values: the text is not JSON at line 1, column 3")

show_all json.values ["[1,", "1 \"a", "1\n[\"\\", "1 -", b"1 \"\xc3", b"1 \"\xff\"", b"\xef\xbb"]
# expect: ([], "json.values: the text is not JSON: it ends too early")
# expect: ([1], "json.values: the text is not JSON: it ends too early, in what begins at line 1, column 3")
# expect: ([1], "json.values: the text is not JSON: it ends too early, in what begins at line 2, column 1")
# expect: ([1], "json.values: the text is not JSON: it ends too early, in what begins at line 1, column 3")
# expect: ([1], "json.values: the text is not JSON: it ends too early, in what begins at line 1, column 3")
# expect: ([1], "json.values: the text is not UTF-8, in what begins at line 1, column 3")
# expect: ([], "json.values: the text is not JSON at line 1, column 1")

show_all json.elements ["", "1", "[1 2]", "[1,]", "[,1]", "[1] 2", "[1}", "[1, 2", "[1, [2", "[", "\{\"a\": 1}"]
# expect: ([], "json.elements: the text is empty")
# expect: ([], "json.elements: the text is not JSON at line 1, column 1")
# expect: ([1], "json.elements: the text is not JSON at line 1, column 4")
# expect: ([1], "json.elements: the text is not JSON at line 1, column 4")
# expect: ([], "json.elements: the text is not JSON at line 1, column 2")
# expect: ([1], "json.elements: the text is not JSON at line 1, column 5")
# expect: ([1], "json.elements: the text is not JSON at line 1, column 3")
# expect: ([1], "json.elements: the text is not JSON: it ends too early, in what begins at line 1, column 5")
# expect: ([1], "json.elements: the text is not JSON: it ends too early, in what begins at line 1, column 5")
# expect: ([], "json.elements: the text is not JSON: it ends too early")
# expect: ([], "json.elements: the text is not JSON at line 1, column 1")

# Nesting that is too deep is reported at once, not when the stream ends.
endless = fiber { loop { yield "[[[[" } }
print (told json.values endless)
# expect: ([], "json.values: the text is nested too deeply or too long")

show_all (json.values_with { max_size: 3, }) ["123 [1] \"ab\"", "[] [12]"]
# expect: ([123, [1]], "json.values: the text is longer than max_size, in what begins at line 1, column 9")
# expect: ([[]], "json.values: the text is longer than max_size, in what begins at line 1, column 4")
show_all (json.elements_with { max_size: 3, }) ["[1, 22, 333, 4444, 5]"]
# expect: ([1, 22, 333], "json.elements: the text is longer than max_size, in what begins at line 1, column 14")
print (try json.values_with { max_size: 0, } "")
# expect: Err (ValueError { message: "json.reader: options cannot have `max_size: 0`: its fields are max_size, bytes above 0, lossy, true or false, and form, \"values\" or \"elements\"" })
print (try list (json.values [1]))
# expect: Err (TypeError { message: "json.feed: data must be Bytes or a String, not 1, an Int" })
