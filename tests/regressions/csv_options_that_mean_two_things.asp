# A character that was both separator and quote, or also the end of a line, gave tables that could not be read
# back.
for separator, quote in [("|", "|"), ("\n", "'"), (",", "\r")] {
    print ((try csv.show_with { separator, quote } [["a", "b|c"]]) is Err (ValueError _))
}
# expect: true
# expect: true
# expect: true
