v = json.parse "\{\"a\": [1, 2.5, \"x\\n\", true, null], \"b\": \{}}"
print v
# expect: ["a": [1, 2.5, "x\n", true, None], "b": [:]]
