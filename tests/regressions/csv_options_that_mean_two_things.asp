# A character that was both separator and quote, or an end of a line besides, gave tables that do not read back.
for options in [{ separator: "|", quote: "|" }, { separator: "\n", quote: "'" }, { separator: ",", quote: "\r" }] {
    print ((try csv.show_with options [["a", "b|c"]]) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
