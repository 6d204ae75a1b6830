print [json.parse "1", json.parse "-2.5e3", json.parse "\"é\"", json.parse "null", json.parse "[]"]
# expect: [1, -2500.0, "é", None, []]
print (json.parse "123456789012345678901234567890")
# expect: 123456789012345678901234567890
