# Half of a surrogate pair is an error that names the escape. With `lossy: true` U+FFFD replaces it.
bad = [r"\ud83d", r"\ud83d x", r"\ude00", r"\ud83d\ud83d\ude00", r"\ud83d\n", r"\ud83d\u0041", r"\ude00\ud83d"]
lossy = json.parse_with { lossy: true, }
for b in bad {
    text = "[" + "\"" + b + "\"]"
    refused = match try (json.parse text) { Err (ValueError e) -> e.message, other -> other }
    assert (refused == "json.parse: the escape at line 1, column 3 is half of a surrogate pair without the other")
    print (lossy text)
}
# expect: ["�"]
# expect: ["� x"]
# expect: ["�"]
# expect: ["�😀"]
# expect: ["�\n"]
# expect: ["�A"]
# expect: ["��"]
print (json.parse (r"[" + "\"\\ud83d\\ude00\"]"), lossy b"[\"a\xff\xc3\"]", list (json.values_with { lossy: true, } b"\"\\udfff\xff\" 5"))
# expect: (["😀"], ["a��"], ["��", 5])
for text in ["[\"\\ud83d\\q\"]", "[\"\\ud83d\\u00\"]", "[\"\\ud83d", "[\"\\u"] { print (try (lossy text)) }
# expect: Err (ValueError { message: "json.parse_with: the text is not JSON at line 1, column 10" })
# expect: Err (ValueError { message: "json.parse_with: the text is not JSON at line 1, column 13" })
# expect: Err (ValueError { message: "json.parse_with: the text is not JSON: it ends too early" })
# expect: Err (ValueError { message: "json.parse_with: the text is not JSON: it ends too early" })
print (try (json.parse_with { lossy: 1, } ""), try (json.parse_with { losy: true, } ""))
# expect: (Err (ValueError { message: "json.parse_with: options cannot have `lossy: 1`: its fields are lossy (a Bool)" }), Err (ValueError { message: "json.parse_with: options cannot have `losy: true`: its fields are lossy (a Bool)" }))
# What ends in the middle of a character, and what is wrong there.
print (try list (json.values_with { lossy: true, } b"[\"\xff\", 5 \xc3"), try list (json.values_with { lossy: true, } b"\"\xc3"))
# expect: (Err (ValueError { message: "json.values: the text is not JSON at line 1, column 9" }), Err (ValueError { message: "json.values: the text is not JSON: it ends too early" }))
