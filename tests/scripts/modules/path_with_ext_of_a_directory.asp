# Slashes at the end do not count, as for path.base; what has no name has no extension.
print (path.with_ext "md" "a/b.txt/", path.with_ext "" "a.b/", path.with_ext ".x" ".bashrc")
print (map (p -> (try (path.with_ext "x" p)) is Err (ValueError _)) ["", "/", ".", "..", "a/.."])
# expect: ("a/b.md", "a", ".bashrc.x")
# expect: [true, true, true, true, true]
