# url.show writes a URL that has the parts that it was given, or says that there is none.
base = { scheme: "http", host: "h", path: "/" }
print (url.show { ..base, host: "::1", port: 80 }, url.show { ..base, path: "a" }, url.show { path: "//x" })
# expect: ("http://[::1]:80/", "http://h/a", "/.//x")
for parts in [{ ..base, host: "a/b" }, { ..base, host: "a@b" }, { ..base, path: "/a?b" }, { ..base, query: "a#b" }, { ..base, user: "a/b" }, { ..base, scheme: "a/b" }] {
    print ((try (url.show parts)) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
# expect: true
for text in ["http://u:p@h:80/p;x?q=1#f", "mailto:a@b", "//h/p", "/p", "?q", "#f", "", "http://[::1]", "http://h?q", "file:///etc"] {
    if url.show (url.parse text) != text { print text }
}

# A query has a field for each element of a list, and each pair of a list; None has no text.
print (url.show_query ["a": [1, "x y"], "b": true], url.show_query [("a", 1), ("a", 2)], url.show_query ["a": []])
print (url.show_query (url.query_pairs "a=1&a=2&b=%20") == "a=1&a=2&b=%20")
print (map (v -> (try (url.show_query ["a": v])) is Err (TypeError _)) [None, (), ["k": 1], b"x", Some 1, [[1]]])
# expect: ("a=1&a=x%20y&b=true", "a=1&a=2", "")
# expect: true
# expect: [true, true, true, true, true, true]
