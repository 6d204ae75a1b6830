# `?` and brackets stand for a character, whatever its bytes.
room = fs.temp_dir ()
for name in ["é.txt", "e.txt", "日本.txt", "🦊"] { fs.write "{room}/{name}" "" }
found = pattern -> map path.base (fs.glob "{room}/{pattern}")
print (found "?.txt", found "??.txt", found "[éx].txt", found "[!e].txt", found "?")
# expect: (["e.txt", "é.txt"], ["日本.txt"], ["é.txt"], ["é.txt"], ["🦊"])
print (found "[à-ë].txt", found "日*", found "????.txt")
# expect: (["é.txt"], ["日本.txt"], [])
fs.remove_all room
