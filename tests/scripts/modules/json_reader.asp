# The functions that json.values is built from.
r = json.reader { form: "values" }
print (json.take r)
# expect: None
json.feed "[1] \{\"a\"" r
print (json.take r, json.take r)
# expect: (Some [1], None)
json.feed ": null} 5" r
print (json.take r, json.take r)
# expect: (Some ["a": None], None)
json.finish r
print (json.take r, json.take r)
# expect: (Some 5, None)

# After an error, the reader keeps failing.
r = json.reader { form: "elements", max_size: 100 }
json.feed "[1, ?, 2]" r
print (json.take r, (try json.take r) is Err _, (try json.take r) is Err _)
# expect: (Some 1, true, true)
print (json.source_kind "", json.source_kind b"", json.source_kind [], json.source_kind (channel 0))
# expect: (Text, Text, Pieces, Pieces)
print (try json.take 5)
# expect: Err (TypeError { message: "json.take: reader must be a reader, from json.reader, not 5, an Int" })
print ((try json.reader { form: "rows" }) is Err (ValueError _))
# expect: true
