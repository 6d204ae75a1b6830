print [string.compare "a" "b", string.compare "b" "a", string.compare "a" "a"]
# expect: [-1, 1, 0]
print [string.distance "kitten" "sitting", string.distance "" "abc", string.distance "a" "a"]
# expect: [3, 3, 0]
