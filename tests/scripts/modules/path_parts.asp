print [path.base "/a/b.txt", path.ext "/a/b.txt", path.name "/a/b.txt", path.parent "/a/b.txt"]
# expect: ["b.txt", ".txt", "b", "/a"]
