# Texts that look like JSON but are not.
refused = s -> (try (json.parse s)) is Err (ValueError _)
print (all refused ["01", "1.", "-", ".5", "+1", "1e", "0x10", "nan", "truex", "nul"])
print (all refused ["[1,]", "[,1]", "[1 2]", "\{\"a\"}", "\{\"a\":}", "\{\"a\":1,}", "\{a:1}", "\{1:2}"])
print (all refused ["\"\\x\"", "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"tab\there\"", "'a'"])
print (refused (bytes [34, 255, 34]))
# expect: true
# expect: true
# expect: true
# expect: true

# Texts that are JSON, though rarely seen.
print (json.parse " \t\n\r[ 1 , \{ \"k\" : \"v\" , \"k\" : 2 } ] ")
# expect: [1, ["k": 2]]
print (json.parse "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E9\\ud83d\\ude00 and plain é\"" == "\"\\/\x08\x0c\n\r\té😀 and plain é")
# expect: true
print (json.parse "[999999999999999999,-1000000000000000000,1e308,0.1e+2,1E-2,-0]")
# expect: [999999999999999999, -1000000000000000000, 1e308, 10.0, 0.01, -0.0]
print (try (json.parse "[1,\n\"é\", x]"))
# expect: Err (ValueError { message: "json.parse: the text is not JSON at line 2, column 6" })
print (try (json.parse "[1,\n"))
# expect: Err (ValueError { message: "json.parse: the text is not JSON: it ends too early" })
