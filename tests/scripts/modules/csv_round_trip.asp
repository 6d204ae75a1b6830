rows = [["name", "note"], ["Ada", "says \"hi\", twice"], ["Bob", "two\nlines"], ["", " "]]
print (csv.parse (csv.show rows) == rows)
# expect: true
