print (show [1, "a", [2.5]])
# expect: [1, "a", [2.5]]
print (show (1, "b", ()))
# expect: (1, "b", ())
print (show ["k": "v", 1: [:]])
# expect: ["k": "v", 1: [:]]
print (show { a: 1, b: { c: "x" } })
# expect: { a: 1, b: { c: "x" } }
print (show [[], (1,), {:}, [:]])
# expect: [[], (1,), {:}, [:]]
