# Dots at the beginning of a name begin no extension.
for p in ["..f", "...", "..", ".", ".f", "..f.g", "a/..f", ".f.g"] { print (path.name p, path.ext p) }
# expect: ("..f", "")
# expect: ("...", "")
# expect: ("..", "")
# expect: (".", "")
# expect: (".f", "")
# expect: ("..f", ".g")
# expect: ("..f", "")
# expect: (".f", ".g")
print (path.with_ext "md" "..f", path.with_ext "" "..f.g")
# expect: ("..f.md", "..f")
