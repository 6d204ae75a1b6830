# One mark before the text is dropped, as csv.parse and json.values drop it; places do not count it.
print (json.parse "\u{feff}[1]", json.parse b"\xef\xbb\xbf [2]")
# expect: ([1], [2])
for text in ["\u{feff}\u{feff}1", "[\u{feff}]", "\u{feff}x", "\u{feff}"] {
    match try (json.parse text) {
        Err (ValueError e) -> print e.message
        other -> print other
    }
}
# expect: json.parse: the text is not JSON at line 1, column 1
# expect: json.parse: the text is not JSON at line 1, column 2
# expect: json.parse: the text is not JSON at line 1, column 1
# expect: json.parse: the text is empty
