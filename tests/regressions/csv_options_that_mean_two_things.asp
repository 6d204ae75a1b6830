# A character that was both separator and quote, or the end of a line besides, gave tables that do not read
# back.
for separator, quote in [("|", "|"), ("\n", "'"), (",", "\r")] {
    print ((try csv.show_with { separator, quote } [["a", "b|c"]]) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
