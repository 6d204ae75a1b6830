xs = [1, 2]
print (try (sum[0]))
# expect: Err (TypeError { message: "cannot index <function sum/1>", hint: "a list argument is written with a space before it: `f [x]`" })
