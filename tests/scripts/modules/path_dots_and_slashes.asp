# Names of dots alone, and paths of many slashes.
for p in ["", ".", "..", "...", "..x", ".a.b", "a..", "a.", "/", "///", "a///", "//b", "a//b", "a//b///", "/.x", "é.é/"] {
    other = match try (path.with_ext "q" p) { Ok q -> q; Err _ -> "none" }
    print "{show p}: {show [path.base p, path.parent p, path.name p, path.ext p, other]}"
}
# expect: "": ["", ".", "", "", "none"]
# expect: ".": [".", ".", ".", "", "none"]
# expect: "..": ["..", ".", "..", "", "none"]
# expect: "...": ["...", ".", "...", "", "....q"]
# expect: "..x": ["..x", ".", "..x", "", "..x.q"]
# expect: ".a.b": [".a.b", ".", ".a", ".b", ".a.q"]
# expect: "a..": ["a..", ".", "a.", ".", "a..q"]
# expect: "a.": ["a.", ".", "a", ".", "a.q"]
# expect: "/": ["/", "/", "/", "", "none"]
# expect: "///": ["/", "/", "/", "", "none"]
# expect: "a///": ["a", ".", "a", "", "a.q"]
# expect: "//b": ["b", "/", "b", "", "//b.q"]
# expect: "a//b": ["b", "a", "b", "", "a//b.q"]
# expect: "a//b///": ["b", "a", "b", "", "a//b.q"]
# expect: "/.x": [".x", "/", ".x", "", "/.x.q"]
# expect: "é.é/": ["é.é", ".", "é", ".é", "é.q"]
