# The extension may have its dot or not; without one the path loses it.
print [path.with_ext "md" "a.txt", path.with_ext ".md" "a.txt", path.with_ext "md" "a", path.with_ext "" "a.txt", path.with_ext "gz" "b/a.tar"]
# expect: ["a.md", "a.md", "a.md", "a", "b/a.gz"]
print [path.with_ext "md" ".profile", path.with_ext "md" "a.b/c"]
# expect: [".profile.md", "a.b/c.md"]
