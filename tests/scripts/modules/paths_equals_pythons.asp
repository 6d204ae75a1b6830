# What paths functions give is what Python's give.
# `tests/random/library.py paths` has written this file.
differing = cell 0
row = text f expected -> {
    found = match try f () { Ok v -> v, Err _ -> Fails }
    if found != expected {
        print "{text}: {show found}, not {show expected}"
        cell.update (n -> n + 1) differing
    }
}
row "path.normalize \"..f/b\"" (() -> path.normalize "..f/b") "..f/b"
row "path.absolute? \"..f/b\"" (() -> path.absolute? "..f/b") false
row "path.normalize (path.join \"d.tar.gz\" \"..f/b\")" (() -> path.normalize (path.join "d.tar.gz" "..f/b")) "d.tar.gz/..f/b"
row "path.base \"..f/b\"" (() -> path.base "..f/b") "b"
row "path.name \"..f/b\"" (() -> path.name "..f/b") "b"
row "path.ext \"..f/b\"" (() -> path.ext "..f/b") ""
row "path.parent \"..f/b\"" (() -> path.parent "..f/b") "..f"
row "path.parts \"..f/b\"" (() -> path.parts "..f/b") ["..f", "b"]
row "path.normalize \".hid/./b/d.tar.gz\"" (() -> path.normalize ".hid/./b/d.tar.gz") ".hid/b/d.tar.gz"
row "path.absolute? \".hid/./b/d.tar.gz\"" (() -> path.absolute? ".hid/./b/d.tar.gz") false
row "path.normalize (path.join \".hid/..f/a/d.tar.gz\" \".hid/./b/d.tar.gz\")" (() -> path.normalize (path.join ".hid/..f/a/d.tar.gz" ".hid/./b/d.tar.gz")) ".hid/..f/a/d.tar.gz/.hid/b/d.tar.gz"
row "path.base \".hid/b/d.tar.gz\"" (() -> path.base ".hid/b/d.tar.gz") "d.tar.gz"
row "path.name \".hid/b/d.tar.gz\"" (() -> path.name ".hid/b/d.tar.gz") "d.tar"
row "path.ext \".hid/b/d.tar.gz\"" (() -> path.ext ".hid/b/d.tar.gz") ".gz"
row "path.parent \".hid/b/d.tar.gz\"" (() -> path.parent ".hid/b/d.tar.gz") ".hid/b"
row "path.parts \".hid/b/d.tar.gz\"" (() -> path.parts ".hid/b/d.tar.gz") [".hid", "b", "d.tar.gz"]
row "path.normalize (path.join \"a\" \"..f/b\")" (() -> path.normalize (path.join "a" "..f/b")) "a/..f/b"
row "path.normalize \"/.hid\"" (() -> path.normalize "/.hid") "/.hid"
row "path.absolute? \"/.hid\"" (() -> path.absolute? "/.hid") true
row "path.normalize (path.join \"/.hid/a\" \"/.hid\")" (() -> path.normalize (path.join "/.hid/a" "/.hid")) "/.hid"
row "path.base \"/.hid\"" (() -> path.base "/.hid") ".hid"
row "path.name \"/.hid\"" (() -> path.name "/.hid") ".hid"
row "path.ext \"/.hid\"" (() -> path.ext "/.hid") ""
row "path.parent \"/.hid\"" (() -> path.parent "/.hid") "/"
row "path.parts \"/.hid\"" (() -> path.parts "/.hid") ["/", ".hid"]
row "path.relative \"/.hid/a\" \"/.hid\"" (() -> path.relative "/.hid/a" "/.hid") ".."
row "path.normalize \"/d.tar.gz/d.tar.gz\"" (() -> path.normalize "/d.tar.gz/d.tar.gz") "/d.tar.gz/d.tar.gz"
row "path.absolute? \"/d.tar.gz/d.tar.gz\"" (() -> path.absolute? "/d.tar.gz/d.tar.gz") true
row "path.normalize (path.join \"/c.txt/.\" \"/d.tar.gz/d.tar.gz\")" (() -> path.normalize (path.join "/c.txt/." "/d.tar.gz/d.tar.gz")) "/d.tar.gz/d.tar.gz"
row "path.base \"/d.tar.gz/d.tar.gz\"" (() -> path.base "/d.tar.gz/d.tar.gz") "d.tar.gz"
row "path.name \"/d.tar.gz/d.tar.gz\"" (() -> path.name "/d.tar.gz/d.tar.gz") "d.tar"
row "path.ext \"/d.tar.gz/d.tar.gz\"" (() -> path.ext "/d.tar.gz/d.tar.gz") ".gz"
row "path.parent \"/d.tar.gz/d.tar.gz\"" (() -> path.parent "/d.tar.gz/d.tar.gz") "/d.tar.gz"
row "path.parts \"/d.tar.gz/d.tar.gz\"" (() -> path.parts "/d.tar.gz/d.tar.gz") ["/", "d.tar.gz", "d.tar.gz"]
row "path.relative \"/c.txt\" \"/d.tar.gz/d.tar.gz\"" (() -> path.relative "/c.txt" "/d.tar.gz/d.tar.gz") "../d.tar.gz/d.tar.gz"
row "path.normalize \"d.tar.gz/\"" (() -> path.normalize "d.tar.gz/") "d.tar.gz"
row "path.absolute? \"d.tar.gz/\"" (() -> path.absolute? "d.tar.gz/") false
row "path.normalize (path.join \"e./b/../\" \"d.tar.gz/\")" (() -> path.normalize (path.join "e./b/../" "d.tar.gz/")) "e./d.tar.gz"
row "path.base \"d.tar.gz\"" (() -> path.base "d.tar.gz") "d.tar.gz"
row "path.name \"d.tar.gz\"" (() -> path.name "d.tar.gz") "d.tar"
row "path.ext \"d.tar.gz\"" (() -> path.ext "d.tar.gz") ".gz"
row "path.parent \"d.tar.gz\"" (() -> path.parent "d.tar.gz") "."
row "path.parts \"d.tar.gz\"" (() -> path.parts "d.tar.gz") ["d.tar.gz"]
row "path.normalize \"/e./.hid/e.\"" (() -> path.normalize "/e./.hid/e.") "/e./.hid/e."
row "path.absolute? \"/e./.hid/e.\"" (() -> path.absolute? "/e./.hid/e.") true
row "path.normalize (path.join \"/\" \"/e./.hid/e.\")" (() -> path.normalize (path.join "/" "/e./.hid/e.")) "/e./.hid/e."
row "path.base \"/e./.hid/e.\"" (() -> path.base "/e./.hid/e.") "e."
row "path.name \"/e./.hid/e.\"" (() -> path.name "/e./.hid/e.") "e"
row "path.ext \"/e./.hid/e.\"" (() -> path.ext "/e./.hid/e.") "."
row "path.parent \"/e./.hid/e.\"" (() -> path.parent "/e./.hid/e.") "/e./.hid"
row "path.parts \"/e./.hid/e.\"" (() -> path.parts "/e./.hid/e.") ["/", "e.", ".hid", "e."]
row "path.relative \"/\" \"/e./.hid/e.\"" (() -> path.relative "/" "/e./.hid/e.") "e./.hid/e."
row "path.normalize \"e./.hid/..f/a\"" (() -> path.normalize "e./.hid/..f/a") "e./.hid/..f/a"
row "path.absolute? \"e./.hid/..f/a\"" (() -> path.absolute? "e./.hid/..f/a") false
row "path.normalize (path.join \"/.hid/.hid\" \"e./.hid/..f/a\")" (() -> path.normalize (path.join "/.hid/.hid" "e./.hid/..f/a")) "/.hid/.hid/e./.hid/..f/a"
row "path.base \"e./.hid/..f/a\"" (() -> path.base "e./.hid/..f/a") "a"
row "path.name \"e./.hid/..f/a\"" (() -> path.name "e./.hid/..f/a") "a"
row "path.ext \"e./.hid/..f/a\"" (() -> path.ext "e./.hid/..f/a") ""
row "path.parent \"e./.hid/..f/a\"" (() -> path.parent "e./.hid/..f/a") "e./.hid/..f"
row "path.parts \"e./.hid/..f/a\"" (() -> path.parts "e./.hid/..f/a") ["e.", ".hid", "..f", "a"]
row "path.normalize \"/c.txt/e.\"" (() -> path.normalize "/c.txt/e.") "/c.txt/e."
row "path.absolute? \"/c.txt/e.\"" (() -> path.absolute? "/c.txt/e.") true
row "path.normalize (path.join \"b/d.tar.gz/e.\" \"/c.txt/e.\")" (() -> path.normalize (path.join "b/d.tar.gz/e." "/c.txt/e.")) "/c.txt/e."
row "path.base \"/c.txt/e.\"" (() -> path.base "/c.txt/e.") "e."
row "path.name \"/c.txt/e.\"" (() -> path.name "/c.txt/e.") "e"
row "path.ext \"/c.txt/e.\"" (() -> path.ext "/c.txt/e.") "."
row "path.parent \"/c.txt/e.\"" (() -> path.parent "/c.txt/e.") "/c.txt"
row "path.parts \"/c.txt/e.\"" (() -> path.parts "/c.txt/e.") ["/", "c.txt", "e."]
row "path.normalize \"e./.hid\"" (() -> path.normalize "e./.hid") "e./.hid"
row "path.absolute? \"e./.hid\"" (() -> path.absolute? "e./.hid") false
row "path.normalize (path.join \"/a/d.tar.gz/a/\" \"e./.hid\")" (() -> path.normalize (path.join "/a/d.tar.gz/a/" "e./.hid")) "/a/d.tar.gz/a/e./.hid"
row "path.base \"e./.hid\"" (() -> path.base "e./.hid") ".hid"
row "path.name \"e./.hid\"" (() -> path.name "e./.hid") ".hid"
row "path.ext \"e./.hid\"" (() -> path.ext "e./.hid") ""
row "path.parent \"e./.hid\"" (() -> path.parent "e./.hid") "e."
row "path.parts \"e./.hid\"" (() -> path.parts "e./.hid") ["e.", ".hid"]
row "path.normalize \"../../e./.\"" (() -> path.normalize "../../e./.") "../../e."
row "path.absolute? \"../../e./.\"" (() -> path.absolute? "../../e./.") false
row "path.normalize (path.join \"e./e.\" \"../../e./.\")" (() -> path.normalize (path.join "e./e." "../../e./.")) "e."
row "path.base \"../../e.\"" (() -> path.base "../../e.") "e."
row "path.name \"../../e.\"" (() -> path.name "../../e.") "e"
row "path.ext \"../../e.\"" (() -> path.ext "../../e.") "."
row "path.parent \"../../e.\"" (() -> path.parent "../../e.") "../.."
row "path.parts \"../../e.\"" (() -> path.parts "../../e.") ["..", "..", "e."]
row "path.normalize \"e./c.txt/..f/c.txt\"" (() -> path.normalize "e./c.txt/..f/c.txt") "e./c.txt/..f/c.txt"
row "path.absolute? \"e./c.txt/..f/c.txt\"" (() -> path.absolute? "e./c.txt/..f/c.txt") false
row "path.normalize (path.join \"e./..f/a\" \"e./c.txt/..f/c.txt\")" (() -> path.normalize (path.join "e./..f/a" "e./c.txt/..f/c.txt")) "e./..f/a/e./c.txt/..f/c.txt"
row "path.base \"e./c.txt/..f/c.txt\"" (() -> path.base "e./c.txt/..f/c.txt") "c.txt"
row "path.name \"e./c.txt/..f/c.txt\"" (() -> path.name "e./c.txt/..f/c.txt") "c"
row "path.ext \"e./c.txt/..f/c.txt\"" (() -> path.ext "e./c.txt/..f/c.txt") ".txt"
row "path.parent \"e./c.txt/..f/c.txt\"" (() -> path.parent "e./c.txt/..f/c.txt") "e./c.txt/..f"
row "path.parts \"e./c.txt/..f/c.txt\"" (() -> path.parts "e./c.txt/..f/c.txt") ["e.", "c.txt", "..f", "c.txt"]
row "path.normalize \"e./e.\"" (() -> path.normalize "e./e.") "e./e."
row "path.absolute? \"e./e.\"" (() -> path.absolute? "e./e.") false
row "path.normalize (path.join \"/a/d.tar.gz/c.txt/..f\" \"e./e.\")" (() -> path.normalize (path.join "/a/d.tar.gz/c.txt/..f" "e./e.")) "/a/d.tar.gz/c.txt/..f/e./e."
row "path.base \"e./e.\"" (() -> path.base "e./e.") "e."
row "path.name \"e./e.\"" (() -> path.name "e./e.") "e"
row "path.ext \"e./e.\"" (() -> path.ext "e./e.") "."
row "path.parent \"e./e.\"" (() -> path.parent "e./e.") "e."
row "path.parts \"e./e.\"" (() -> path.parts "e./e.") ["e.", "e."]
row "path.normalize (path.join \"/.hid/c.txt/a\" \"e./.hid\")" (() -> path.normalize (path.join "/.hid/c.txt/a" "e./.hid")) "/.hid/c.txt/a/e./.hid"
row "path.normalize \"d.tar.gz/..f/a\"" (() -> path.normalize "d.tar.gz/..f/a") "d.tar.gz/..f/a"
row "path.absolute? \"d.tar.gz/..f/a\"" (() -> path.absolute? "d.tar.gz/..f/a") false
row "path.normalize (path.join \"e./..f\" \"d.tar.gz/..f/a\")" (() -> path.normalize (path.join "e./..f" "d.tar.gz/..f/a")) "e./..f/d.tar.gz/..f/a"
row "path.base \"d.tar.gz/..f/a\"" (() -> path.base "d.tar.gz/..f/a") "a"
row "path.name \"d.tar.gz/..f/a\"" (() -> path.name "d.tar.gz/..f/a") "a"
row "path.ext \"d.tar.gz/..f/a\"" (() -> path.ext "d.tar.gz/..f/a") ""
row "path.parent \"d.tar.gz/..f/a\"" (() -> path.parent "d.tar.gz/..f/a") "d.tar.gz/..f"
row "path.parts \"d.tar.gz/..f/a\"" (() -> path.parts "d.tar.gz/..f/a") ["d.tar.gz", "..f", "a"]
row "path.normalize \"e.\"" (() -> path.normalize "e.") "e."
row "path.absolute? \"e.\"" (() -> path.absolute? "e.") false
row "path.normalize (path.join \"b\" \"e.\")" (() -> path.normalize (path.join "b" "e.")) "b/e."
row "path.base \"e.\"" (() -> path.base "e.") "e."
row "path.name \"e.\"" (() -> path.name "e.") "e"
row "path.ext \"e.\"" (() -> path.ext "e.") "."
row "path.parent \"e.\"" (() -> path.parent "e.") "."
row "path.parts \"e.\"" (() -> path.parts "e.") ["e."]
row "path.normalize \"d.tar.gz\"" (() -> path.normalize "d.tar.gz") "d.tar.gz"
row "path.absolute? \"d.tar.gz\"" (() -> path.absolute? "d.tar.gz") false
row "path.normalize (path.join \"/.//b\" \"d.tar.gz\")" (() -> path.normalize (path.join "/.//b" "d.tar.gz")) "/b/d.tar.gz"
row "path.normalize \"c.txt/\"" (() -> path.normalize "c.txt/") "c.txt"
row "path.absolute? \"c.txt/\"" (() -> path.absolute? "c.txt/") false
row "path.normalize (path.join \"/../\" \"c.txt/\")" (() -> path.normalize (path.join "/../" "c.txt/")) "/c.txt"
row "path.base \"c.txt\"" (() -> path.base "c.txt") "c.txt"
row "path.name \"c.txt\"" (() -> path.name "c.txt") "c"
row "path.ext \"c.txt\"" (() -> path.ext "c.txt") ".txt"
row "path.parent \"c.txt\"" (() -> path.parent "c.txt") "."
row "path.parts \"c.txt\"" (() -> path.parts "c.txt") ["c.txt"]
row "path.normalize \"/\"" (() -> path.normalize "/") "/"
row "path.absolute? \"/\"" (() -> path.absolute? "/") true
row "path.normalize (path.join \"d.tar.gz/d.tar.gz/b\" \"/\")" (() -> path.normalize (path.join "d.tar.gz/d.tar.gz/b" "/")) "/"
row "path.normalize \".hid/c.txt/.hid\"" (() -> path.normalize ".hid/c.txt/.hid") ".hid/c.txt/.hid"
row "path.absolute? \".hid/c.txt/.hid\"" (() -> path.absolute? ".hid/c.txt/.hid") false
row "path.normalize (path.join \"b//e.\" \".hid/c.txt/.hid\")" (() -> path.normalize (path.join "b//e." ".hid/c.txt/.hid")) "b/e./.hid/c.txt/.hid"
row "path.base \".hid/c.txt/.hid\"" (() -> path.base ".hid/c.txt/.hid") ".hid"
row "path.name \".hid/c.txt/.hid\"" (() -> path.name ".hid/c.txt/.hid") ".hid"
row "path.ext \".hid/c.txt/.hid\"" (() -> path.ext ".hid/c.txt/.hid") ""
row "path.parent \".hid/c.txt/.hid\"" (() -> path.parent ".hid/c.txt/.hid") ".hid/c.txt"
row "path.parts \".hid/c.txt/.hid\"" (() -> path.parts ".hid/c.txt/.hid") [".hid", "c.txt", ".hid"]
row "path.normalize \"a/./a/.hid\"" (() -> path.normalize "a/./a/.hid") "a/a/.hid"
row "path.absolute? \"a/./a/.hid\"" (() -> path.absolute? "a/./a/.hid") false
row "path.normalize (path.join \"..\" \"a/./a/.hid\")" (() -> path.normalize (path.join ".." "a/./a/.hid")) "../a/a/.hid"
row "path.base \"a/a/.hid\"" (() -> path.base "a/a/.hid") ".hid"
row "path.name \"a/a/.hid\"" (() -> path.name "a/a/.hid") ".hid"
row "path.ext \"a/a/.hid\"" (() -> path.ext "a/a/.hid") ""
row "path.parent \"a/a/.hid\"" (() -> path.parent "a/a/.hid") "a/a"
row "path.parts \"a/a/.hid\"" (() -> path.parts "a/a/.hid") ["a", "a", ".hid"]
row "path.normalize \"e././e./d.tar.gz\"" (() -> path.normalize "e././e./d.tar.gz") "e./e./d.tar.gz"
row "path.absolute? \"e././e./d.tar.gz\"" (() -> path.absolute? "e././e./d.tar.gz") false
row "path.normalize (path.join \"/.hid\" \"e././e./d.tar.gz\")" (() -> path.normalize (path.join "/.hid" "e././e./d.tar.gz")) "/.hid/e./e./d.tar.gz"
row "path.base \"e./e./d.tar.gz\"" (() -> path.base "e./e./d.tar.gz") "d.tar.gz"
row "path.name \"e./e./d.tar.gz\"" (() -> path.name "e./e./d.tar.gz") "d.tar"
row "path.ext \"e./e./d.tar.gz\"" (() -> path.ext "e./e./d.tar.gz") ".gz"
row "path.parent \"e./e./d.tar.gz\"" (() -> path.parent "e./e./d.tar.gz") "e./e."
row "path.parts \"e./e./d.tar.gz\"" (() -> path.parts "e./e./d.tar.gz") ["e.", "e.", "d.tar.gz"]
row "path.normalize \".hid/a/\"" (() -> path.normalize ".hid/a/") ".hid/a"
row "path.absolute? \".hid/a/\"" (() -> path.absolute? ".hid/a/") false
row "path.normalize (path.join \"a/\" \".hid/a/\")" (() -> path.normalize (path.join "a/" ".hid/a/")) "a/.hid/a"
row "path.base \".hid/a\"" (() -> path.base ".hid/a") "a"
row "path.name \".hid/a\"" (() -> path.name ".hid/a") "a"
row "path.ext \".hid/a\"" (() -> path.ext ".hid/a") ""
row "path.parent \".hid/a\"" (() -> path.parent ".hid/a") ".hid"
row "path.parts \".hid/a\"" (() -> path.parts ".hid/a") [".hid", "a"]
row "path.normalize \"\"" (() -> path.normalize "") "."
row "path.absolute? \"\"" (() -> path.absolute? "") false
row "path.normalize \"a/e.\"" (() -> path.normalize "a/e.") "a/e."
row "path.absolute? \"a/e.\"" (() -> path.absolute? "a/e.") false
row "path.normalize (path.join \"..f/d.tar.gz\" \"a/e.\")" (() -> path.normalize (path.join "..f/d.tar.gz" "a/e.")) "..f/d.tar.gz/a/e."
row "path.base \"a/e.\"" (() -> path.base "a/e.") "e."
row "path.name \"a/e.\"" (() -> path.name "a/e.") "e"
row "path.ext \"a/e.\"" (() -> path.ext "a/e.") "."
row "path.parent \"a/e.\"" (() -> path.parent "a/e.") "a"
row "path.parts \"a/e.\"" (() -> path.parts "a/e.") ["a", "e."]
row "path.normalize \".hid\"" (() -> path.normalize ".hid") ".hid"
row "path.absolute? \".hid\"" (() -> path.absolute? ".hid") false
row "path.normalize (path.join \"/b/./..f\" \".hid\")" (() -> path.normalize (path.join "/b/./..f" ".hid")) "/b/..f/.hid"
row "path.base \".hid\"" (() -> path.base ".hid") ".hid"
row "path.name \".hid\"" (() -> path.name ".hid") ".hid"
row "path.ext \".hid\"" (() -> path.ext ".hid") ""
row "path.parent \".hid\"" (() -> path.parent ".hid") "."
row "path.parts \".hid\"" (() -> path.parts ".hid") [".hid"]
row "path.normalize \"/..f/./d.tar.gz/b\"" (() -> path.normalize "/..f/./d.tar.gz/b") "/..f/d.tar.gz/b"
row "path.absolute? \"/..f/./d.tar.gz/b\"" (() -> path.absolute? "/..f/./d.tar.gz/b") true
row "path.normalize (path.join \"/e./d.tar.gz/a\" \"/..f/./d.tar.gz/b\")" (() -> path.normalize (path.join "/e./d.tar.gz/a" "/..f/./d.tar.gz/b")) "/..f/d.tar.gz/b"
row "path.base \"/..f/d.tar.gz/b\"" (() -> path.base "/..f/d.tar.gz/b") "b"
row "path.name \"/..f/d.tar.gz/b\"" (() -> path.name "/..f/d.tar.gz/b") "b"
row "path.ext \"/..f/d.tar.gz/b\"" (() -> path.ext "/..f/d.tar.gz/b") ""
row "path.parent \"/..f/d.tar.gz/b\"" (() -> path.parent "/..f/d.tar.gz/b") "/..f/d.tar.gz"
row "path.parts \"/..f/d.tar.gz/b\"" (() -> path.parts "/..f/d.tar.gz/b") ["/", "..f", "d.tar.gz", "b"]
row "path.relative \"/e./d.tar.gz/a\" \"/..f/d.tar.gz/b\"" (() -> path.relative "/e./d.tar.gz/a" "/..f/d.tar.gz/b") "../../../..f/d.tar.gz/b"
row "path.normalize \"/a/../.\"" (() -> path.normalize "/a/../.") "/"
row "path.absolute? \"/a/../.\"" (() -> path.absolute? "/a/../.") true
row "path.normalize (path.join \"c.txt/.hid\" \"/a/../.\")" (() -> path.normalize (path.join "c.txt/.hid" "/a/../.")) "/"
row "path.normalize \"b/.hid/e.\"" (() -> path.normalize "b/.hid/e.") "b/.hid/e."
row "path.absolute? \"b/.hid/e.\"" (() -> path.absolute? "b/.hid/e.") false
row "path.normalize (path.join \"e././b/a\" \"b/.hid/e.\")" (() -> path.normalize (path.join "e././b/a" "b/.hid/e.")) "e./b/a/b/.hid/e."
row "path.base \"b/.hid/e.\"" (() -> path.base "b/.hid/e.") "e."
row "path.name \"b/.hid/e.\"" (() -> path.name "b/.hid/e.") "e"
row "path.ext \"b/.hid/e.\"" (() -> path.ext "b/.hid/e.") "."
row "path.parent \"b/.hid/e.\"" (() -> path.parent "b/.hid/e.") "b/.hid"
row "path.parts \"b/.hid/e.\"" (() -> path.parts "b/.hid/e.") ["b", ".hid", "e."]
row "path.normalize \"/../..\"" (() -> path.normalize "/../..") "/"
row "path.absolute? \"/../..\"" (() -> path.absolute? "/../..") true
row "path.normalize (path.join \"/c.txt\" \"/../..\")" (() -> path.normalize (path.join "/c.txt" "/../..")) "/"
row "path.relative \"/c.txt\" \"/\"" (() -> path.relative "/c.txt" "/") ".."
row "path.normalize \"c.txt/c.txt/c.txt\"" (() -> path.normalize "c.txt/c.txt/c.txt") "c.txt/c.txt/c.txt"
row "path.absolute? \"c.txt/c.txt/c.txt\"" (() -> path.absolute? "c.txt/c.txt/c.txt") false
row "path.normalize (path.join \"./..f/d.tar.gz\" \"c.txt/c.txt/c.txt\")" (() -> path.normalize (path.join "./..f/d.tar.gz" "c.txt/c.txt/c.txt")) "..f/d.tar.gz/c.txt/c.txt/c.txt"
row "path.base \"c.txt/c.txt/c.txt\"" (() -> path.base "c.txt/c.txt/c.txt") "c.txt"
row "path.name \"c.txt/c.txt/c.txt\"" (() -> path.name "c.txt/c.txt/c.txt") "c"
row "path.ext \"c.txt/c.txt/c.txt\"" (() -> path.ext "c.txt/c.txt/c.txt") ".txt"
row "path.parent \"c.txt/c.txt/c.txt\"" (() -> path.parent "c.txt/c.txt/c.txt") "c.txt/c.txt"
row "path.parts \"c.txt/c.txt/c.txt\"" (() -> path.parts "c.txt/c.txt/c.txt") ["c.txt", "c.txt", "c.txt"]
row "path.normalize \"c.txt\"" (() -> path.normalize "c.txt") "c.txt"
row "path.absolute? \"c.txt\"" (() -> path.absolute? "c.txt") false
row "path.normalize (path.join \"b/.hid/../..\" \"c.txt\")" (() -> path.normalize (path.join "b/.hid/../.." "c.txt")) "c.txt"
row "path.normalize \"/..f\"" (() -> path.normalize "/..f") "/..f"
row "path.absolute? \"/..f\"" (() -> path.absolute? "/..f") true
row "path.normalize (path.join \"/b/..f/e./.\" \"/..f\")" (() -> path.normalize (path.join "/b/..f/e./." "/..f")) "/..f"
row "path.base \"/..f\"" (() -> path.base "/..f") "..f"
row "path.name \"/..f\"" (() -> path.name "/..f") "..f"
row "path.ext \"/..f\"" (() -> path.ext "/..f") ""
row "path.parent \"/..f\"" (() -> path.parent "/..f") "/"
row "path.parts \"/..f\"" (() -> path.parts "/..f") ["/", "..f"]
row "path.relative \"/b/..f/e.\" \"/..f\"" (() -> path.relative "/b/..f/e." "/..f") "../../../..f"
row "path.normalize \"b/a/\"" (() -> path.normalize "b/a/") "b/a"
row "path.absolute? \"b/a/\"" (() -> path.absolute? "b/a/") false
row "path.normalize (path.join \"b\" \"b/a/\")" (() -> path.normalize (path.join "b" "b/a/")) "b/b/a"
row "path.base \"b/a\"" (() -> path.base "b/a") "a"
row "path.name \"b/a\"" (() -> path.name "b/a") "a"
row "path.ext \"b/a\"" (() -> path.ext "b/a") ""
row "path.parent \"b/a\"" (() -> path.parent "b/a") "b"
row "path.parts \"b/a\"" (() -> path.parts "b/a") ["b", "a"]
row "path.normalize \"a\"" (() -> path.normalize "a") "a"
row "path.absolute? \"a\"" (() -> path.absolute? "a") false
row "path.normalize (path.join \"..f/.hid\" \"a\")" (() -> path.normalize (path.join "..f/.hid" "a")) "..f/.hid/a"
row "path.base \"a\"" (() -> path.base "a") "a"
row "path.name \"a\"" (() -> path.name "a") "a"
row "path.ext \"a\"" (() -> path.ext "a") ""
row "path.parent \"a\"" (() -> path.parent "a") "."
row "path.parts \"a\"" (() -> path.parts "a") ["a"]
row "path.normalize (path.join \"../b\" \"d.tar.gz\")" (() -> path.normalize (path.join "../b" "d.tar.gz")) "../b/d.tar.gz"
row "path.normalize \"/e.//e./\"" (() -> path.normalize "/e.//e./") "/e./e."
row "path.absolute? \"/e.//e./\"" (() -> path.absolute? "/e.//e./") true
row "path.normalize (path.join \"c.txt/b/./c.txt\" \"/e.//e./\")" (() -> path.normalize (path.join "c.txt/b/./c.txt" "/e.//e./")) "/e./e."
row "path.base \"/e./e.\"" (() -> path.base "/e./e.") "e."
row "path.name \"/e./e.\"" (() -> path.name "/e./e.") "e"
row "path.ext \"/e./e.\"" (() -> path.ext "/e./e.") "."
row "path.parent \"/e./e.\"" (() -> path.parent "/e./e.") "/e."
row "path.parts \"/e./e.\"" (() -> path.parts "/e./e.") ["/", "e.", "e."]
print "{cell.get differing} differ"
# expect: 0 differ
