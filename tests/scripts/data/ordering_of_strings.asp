print ["a" < "b", "Z" < "a", "ab" < "b", "a" < "ab", "" < "a"]
# expect: [true, true, true, true, true]
print ("z" < "é")
# expect: true
print ("\u{ffff}" < "\u{10000}")
# expect: true
