# No field is lost or added: an error about a row that differs from the header in length says where it begins.
table = csv.parse_with { header: true }
for text in ["a,b\n1,2,3\n", "a,b\n\"x\ny\",2\n1\n", "a,b\n1,2\n\n3,4\n"] {
    match try (table text) {
        Err (ValueError e) -> print e.message
        other -> print other
    }
}
# expect: csv.parse_with: line 2: 3 fields where the header has 2
# expect: csv.parse_with: line 4: 1 field where the header has 2
# expect: csv.parse_with: line 3: 1 field where the header has 2
print (table "a,b\n1,\n", table "a\n\n", table "a,b", table "")
# expect: ([["a": "1", "b": ""]], [["a": ""]], [], [])
print (csv.parse "a,b\n1,2,3\n\n")
# expect: [["a", "b"], ["1", "2", "3"], [""]]
