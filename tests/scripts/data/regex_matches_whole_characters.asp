# A match neither begins nor ends within a character.
print (match try (regex.texts r"\C" "é") { Err (ValueError e) -> e.message })    # expect: regex.texts: invalid escape sequence: \C
print ((try (regex.compile r"a\C")) is Err _)        # expect: true
print (regex.texts r"\\C|\Q\C\E" r"\C")            # expect: ["\\C"]
print (regex.replace r"\B" "x" "a日b")             # expect: a日b
print (regex.replace r"\B" "x" "日本")             # expect: x日x本x
print (map (m -> m.start) (regex.find_all r"\B" "é😀"))    # expect: [0, 1, 2]
print (regex.split r"\B" "日本")                   # expect: ["日", "本"]
print (regex.replace r"\B|日" "x" "日本")          # expect: x日x本x
print (map len (regex.texts r"(?s:.)" "é😀\n"))    # expect: [1, 1, 1]
