x = 5
print (try x 3)
# expect: Err (TypeError { message: "cannot call 5, an Int", hint: "values side by side are a call: perhaps an operator or a comma is missing, or an argument is too many" })
print (try x -3)
# expect: Err (TypeError { message: "cannot call 5, an Int", hint: "`a -b` applies a to -b; to subtract, write `a - b`" })
