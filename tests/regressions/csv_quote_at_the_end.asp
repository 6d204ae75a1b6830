# A quote that the last character of the text opened, or doubled, was taken for a closed one.
for text in ["\"", "\"a\"\"", "x,\"", "\"a\n\"\""] {
    print (try csv.parse text)
}
# expect: Err (ValueError { message: "csv.parse: line 1: a quote is not closed" })
# expect: Err (ValueError { message: "csv.parse: line 1: a quote is not closed" })
# expect: Err (ValueError { message: "csv.parse: line 1: a quote is not closed" })
# expect: Err (ValueError { message: "csv.parse: line 1: a quote is not closed" })
print (csv.parse "\"\"\"\"")
# expect: [["\""]]
