print [path.normalize "/a/./b/../c", path.normalize "a//b/"]
# expect: ["/a/c", "a/b"]
print (string.starts_with? "/" (path.absolute "x"))
# expect: true
