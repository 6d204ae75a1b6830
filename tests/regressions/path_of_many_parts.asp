# Pieces are looked at one after the other, and the results are those of std::filesystem.
print (path.parts "/a//b/./c/..")
# expect: ["/", "a", "b"]
print (path.parts "a/../..")
# expect: [".."]
print (path.parts "")
# expect: ["."]
print (path.parts "/")
# expect: ["/"]
print [path.relative "/a/b" "/a/c/d", path.relative "a" "a/b/c", path.relative "a/b" "a/b", path.relative "a" "../b"]
# expect: ["../c/d", "b/c", ".", "../../b"]
print (path.relative "/" "/a")
# expect: a
print (path.relative "/a" "/")
# expect: ..
print (path.relative "ab/c" "a/c")
# expect: ../../a/c
print ((try (path.relative ".." "b")) is Err (ValueError _))
# expect: true
print [path.normalize "/../a", path.normalize "a/..", path.normalize "../../x/..", path.normalize "./a/"]
# expect: ["/a", ".", "../..", "a"]
print (len (path.parts (string.repeat 300000 "a/")))
# expect: 300000
