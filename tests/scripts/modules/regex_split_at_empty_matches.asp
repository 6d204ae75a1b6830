# An empty match splits between two characters, as in Go and JavaScript; not at the ends, nor beside another match.
print (regex.split "" "añb")
print (regex.split "a*" "bbaac")
print (regex.split r"\b" "ab cd")
print (regex.split "x*" "axb")
print (regex.split "" "")
print (regex.split "," "a,,b,")
# expect: ["a", "ñ", "b"]
# expect: ["b", "b", "c"]
# expect: ["ab", " ", "cd"]
# expect: ["a", "b"]
# expect: [""]
# expect: ["a", "", "b", ""]
