# Both directions recursed without end: the parser never counted, and showing did not count Some.
nested = string.repeat 1000000 "[" + string.repeat 1000000 "]"
print (try json.parse nested)
# expect: Err (ValueError { message: "json.parse: the text is nested too deeply or too long" })
objects = string.repeat 1000000 "\{\"a\":" + "1" + string.repeat 1000000 "}"
print (try json.parse objects)
# expect: Err (ValueError { message: "json.parse: the text is nested too deeply or too long" })
v = 1
for _ in 0..1000000 { v = Some v }
print (json.show v)
# expect: 1
